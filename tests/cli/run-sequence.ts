import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { contractRow, loadIssueFile, readIssue } from "#kernel";
import { utf8 } from "#platform";
import { type Name, program } from "./program.ts";

/** One command of a sequence and what it has to say. */
export interface Step {
  readonly args: readonly string[];
  readonly out: string;
  readonly err: string;
  readonly rc: number;
}

/** Files before, commands in order, files after; times are `<NOW>`, the folder is `<DIR>`. */
export interface Sequence {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly after: Readonly<Record<string, string>>;
}

/** What is recorded, with holes for what no two runs share: times, refs over them, the folder. */
function pattern(recorded: string, here: string): RegExp {
  const text = recorded
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")
    .replaceAll("hs1_<NOW>", "hs1_\\d{8}T\\d{6}Z")
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

/** Runs a sequence in a new folder below `folder`, and compares everything it says and leaves. */
export async function runSequence(name: Name, sequence: Sequence, folder: string): Promise<void> {
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
