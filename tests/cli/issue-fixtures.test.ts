import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { contractRow, loadIssueFile, readIssue } from "#kernel";
import { utf8 } from "#platform";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Name, NAMES, program } from "./program.ts";

/*
 * Command sequences of the reference, each in a folder of its own, against recorded output that stays outside the repository. Without the
 * folder every sequence is skipped, and the name of the test says so.
 */

const corpus = join(resolve(process.env["TUSK_CORPUS"] ?? join(ROOT, "../shared/fixtures")), "11-cli");
const absent = !existsSync(corpus);
const folder = temporaryFolder();

interface Step {
  readonly args: readonly string[];
  readonly out: string;
  readonly err: string;
  readonly rc: number;
}

interface Sequence {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly after: Readonly<Record<string, string>>;
}

/** Sequences of other commands: they come with the harness. */
const OTHERS = /^(?:session|feature|trajectory)-/;
const names = absent
  ? []
  : readdirSync(corpus)
      .filter((name) => name.endsWith(".json") && !OTHERS.test(name))
      .map((name) => name.slice(0, -".json".length));

/** What is recorded, with holes for what no two runs share: times, refs over them, the folder. */
function pattern(recorded: string, here: string): RegExp {
  const text = recorded
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")
    .replaceAll("<NOW>", "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.(?:\\d{3}){1,3})?(?:Z|\\+00:00)")
    .replaceAll("iss1_<REF>", "iss1_[0-9a-f]{64}")
    .replaceAll("<DIR>", here);
  return new RegExp(`^${text}$`);
}

/** The rows of a compacted issue file as they stand there, without our own keys; a file that does not load stays as it is. */
function contractRows(path: string): string {
  const bytes = readFileSync(path);
  if (!loadIssueFile(bytes, utf8, path).ok) return bytes.toString("utf8");
  const lines = bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines
    .map((line) => readIssue(utf8.encode(line), utf8))
    .map((reading) => (reading.ok ? `${contractRow(reading.issue)}\n` : `${reading.problem}\n`))
    .join("");
}

function inIdOrder(rows: string): string {
  const idOf = (row: string): string => (JSON.parse(row) as { readonly id: string }).id;
  const lines = rows.split("\n").filter((line) => line !== "");
  return lines
    .toSorted((one, other) => Buffer.compare(Buffer.from(idOf(one)), Buffer.from(idOf(other))))
    .map((line) => `${line}\n`)
    .join("");
}

/** Of usage errors the first line counts. */
const counted = (text: string, code: number | null): string => (code === 2 ? (text.split("\n")[0] ?? "") : text);

async function runSequence(name: Name, sequence: Sequence): Promise<void> {
  const here = mkdtempSync(join(folder, "sequence-"));
  const options = { cwd: here, env: { ...process.env, TUSK_ACTOR: "corpus" } };
  for (const [path, text] of Object.entries(sequence.files)) {
    mkdirSync(dirname(join(here, path)), { recursive: true });
    writeFileSync(join(here, path), text);
  }
  for (const { args, out, err, rc } of sequence.steps) {
    const { code, stdout, stderr } = await program(name, args, options);
    expect({ args, code, stdout, stderr: counted(stderr, code) }).toEqual({
      args,
      code: rc,
      stdout: expect.stringMatching(pattern(out, here)),
      stderr: expect.stringMatching(pattern(counted(err, rc), here)),
    });
  }
  for (const [path, text] of Object.entries(sequence.after)) {
    const file = join(here, path);
    if (readFileSync(file, "utf8") === text) continue;
    const isIssues = path.endsWith("issues.jsonl");
    if (isIssues) expect((await program(name, ["issue", "compact", "--issues", path], options)).code).toBe(0);
    expect(isIssues ? contractRows(file) : readFileSync(file, "utf8")).toMatch(
      pattern(isIssues ? inIdOrder(text) : text, here),
    );
  }
}

describe.concurrent.each(NAMES)("recorded sequences of issue, dep, init and transport as %s (M01, H06)", (called) => {
  test.skipIf(absent).each(names.length === 0 ? [`skipped: no corpus at ${corpus}`] : names)("%s", async (name) => {
    await runSequence(called, JSON.parse(readFileSync(join(corpus, `${name}.json`), "utf8")) as Sequence);
  });
});
