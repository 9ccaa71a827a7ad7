import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { NAMES } from "./program.ts";
import { runSequence, type Sequence } from "./run-sequence.ts";

/*
 * Command sequences of the reference, each in a folder of its own, against recorded output that stays outside the repository. Without the
 * folder every sequence is skipped, and the name of the test says so.
 */

const corpus = join(resolve(process.env["TUSK_CORPUS"] ?? join(ROOT, "../shared/fixtures")), "11-cli");
const absent = !existsSync(corpus);
const folder = temporaryFolder();

const names = absent
  ? []
  : readdirSync(corpus)
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length));

/** A sequence starts up to twenty processes, and each may take seconds on a machine that is busy with others. */
const PATIENCE = 240_000;
/** Of one bad line the reference fails, we only where it is asked for (docs/compatibility.md). */
const STRICT = /^trajectory-bad-/;

function strictly(sequence: Sequence): Sequence {
  return { ...sequence, steps: sequence.steps.map((step) => ({ ...step, args: [...step.args, "--strict"] })) };
}

describe.concurrent.each(NAMES)("recorded sequences of the reference as %s (M01, M03, M04, M05, H06)", (called) => {
  test.skipIf(absent).each(names.length === 0 ? [`skipped: no corpus at ${corpus}`] : names)(
    "%s",
    { timeout: PATIENCE },
    async (name) => {
      const sequence = JSON.parse(readFileSync(join(corpus, `${name}.json`), "utf8")) as Sequence;
      await runSequence(called, STRICT.test(name) ? strictly(sequence) : sequence, folder);
    },
  );
});
