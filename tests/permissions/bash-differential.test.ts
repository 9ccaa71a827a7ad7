import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leavesOf, type ReadShell } from "#kernel";
import { openShellReader } from "#tools";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BASH = "/bin/bash";
const readShell: ReadShell = await openShellReader();
const folder = temporaryFolder();

/** Every program is missing, and what is called is written down, a command at a time: pipelines run at once. */
const RECORDER = `
set -f
command_not_found_handle() { local out; printf -v out '%s\\1' "$@"; printf '%s\\2' "$out" >&9; return $((\${#1} % 2)); }
PATH=/nonexistent
eval "$1"
`;

/** The commands that bash really runs of a script. */
function ranBy(script: string): readonly (readonly string[])[] {
  const { output } = spawnSync(BASH, ["-c", RECORDER, "recorder", script], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "ignore", "ignore", ...Array.from({ length: 6 }, () => "ignore" as const), "pipe"],
    timeout: 5000,
  });
  const text = output[9]?.toString() ?? "";
  return text
    .split("\u0002")
    .slice(0, -1)
    .map((command) => command.split("\u0001").slice(0, -1));
}

/** Pieces in which shells and their readers disagree most. Names begin with q: no such program is there. */
const PIECE = fc.constantFrom(
  ...'qa qb qc -x --y=z \'q d\' "q e" "q\\"f" q\\ g \'\' "" \\\' \\" \\\\ # a#b ~ a~b ! {} {a} {a,b} @{1} $ "$" "a$|" $\'x\' ; && || | |& & ( ) { } > >/dev/null 2>&1 < <<< << $x ${x} `qz` $(qz) = a=b a+=b * ? [a] ]'.split(
    / (?=(?:[^']*'[^']*')*[^']*$)/,
  ),
  "\n",
  "\\\n",
  "\\\n#",
  "qa\\\nqb",
  "\u3000",
  "\t",
  "é",
  "\r",
  "\u00a0",
);
const SCRIPT = fc
  .array(fc.tuple(PIECE, fc.constantFrom(" ", " ", " ", "")), { minLength: 1, maxLength: 9 })
  .map((pieces) => `qa ${pieces.map((pair) => pair.join("")).join("")}`);

describe.skipIf(!existsSync(BASH))("what is read is what bash runs", () => {
  test("every command that bash runs of a resolved script was read, word by word (T08)", { timeout: 120_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(SCRIPT, (script) => {
        const { script: tree, unclear } = readShell(script);
        // The last result is read as it is written, and bash puts a number there.
        if (unclear.length > 0 || script.includes("$?")) return;
        const read = new Set(leavesOf(tree).map(({ words }) => JSON.stringify(words.map(({ text }) => text))));
        const ran = ranBy(script).map((words) => JSON.stringify(words));
        compared += ran.length;
        expect(ran.filter((command) => !read.has(command))).toEqual([]);
      }),
      { numRuns: Number(process.env["TUSK_FUZZ_RUNS"] ?? 1500), seed: 6 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
