import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isJsonObject, problemText, type Reading, type Json, readJson, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { floatText } from "../src/kernel/json/number.ts";

/*
 * Checks against real data that stays outside the repository. Without the folder every check here is skipped, and its
 * name says so.
 */

const root = resolve(import.meta.dirname, "..");
const corpus = resolve(process.env["TUSK_CORPUS"] ?? join(root, "../shared/fixtures"));
const absent = !existsSync(corpus);
const corpusTest = test.skipIf(absent);

function titled(title: string): string {
  return absent ? `${title} (skipped: no corpus at ${corpus})` : title;
}

function listed(path: string, pattern: RegExp): readonly string[] {
  return absent ? [] : readdirSync(join(corpus, path)).filter((name) => pattern.test(name));
}

/** Where we differ from the reference on purpose: standard error of ours, by case. Each must really differ. */
const DELIBERATE: ReadonlyMap<string, string> = new Map([
  [
    "edge-array_root",
    "harness_join_check_invalid: failed to parse input json edge-array_root.in.json: invalid type: sequence, expected an object at line 1 column 0\n",
  ],
]);

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: string;
}

const joinChecks = join(corpus, "9-join-check");
const cases = listed("9-join-check", /\.in\.json$/).map((name) => name.replace(/\.in\.json$/, ""));

function referenceAnswer(name: string): Answer {
  // Latin-1 keeps every byte as one character.
  const read = (extension: string): string => readFileSync(join(joinChecks, `${name}.${extension}`), "latin1");
  return { stdout: read("out"), stderr: read("err"), code: read("rc").trim() };
}

function ourAnswer(name: string): Promise<Answer> {
  const args = ["harness-join-check", "--input", `${name}.in.json`, "--json"];
  return new Promise((answer) => {
    execFile(
      join(root, "bin/premath"),
      args,
      { cwd: joinChecks, encoding: "latin1", maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => answer({ stdout, stderr, code: String(error === null ? 0 : error.code) }),
    );
  });
}

corpusTest(titled("the join-check corpus has cases, and every deliberate difference names one of them"), () => {
  expect(cases.length).toBeGreaterThan(0);
  expect(cases).toEqual(expect.arrayContaining([...DELIBERATE.keys()]));
});

test.concurrent.each(cases)(
  "harness-join-check answers %s as the reference does, byte for byte (K13)",
  async (name) => {
    const reference = referenceAnswer(name);
    const ours = await ourAnswer(name);
    const stderr = DELIBERATE.get(name);
    if (stderr === undefined) expect(ours).toEqual(reference);
    else {
      expect(ours).toEqual({ ...reference, stderr });
      expect(stderr, "a stale entry: the reference says the same").not.toBe(reference.stderr);
    }
  },
);

corpusTest(titled("every y_ file of JSONTestSuite is read (contract 0.6)"), () => {
  const names = listed("3-toolcalls/JSONTestSuite", /^y_.*\.json$/);
  const refused = names.flatMap((name) => {
    const reading = readJson(readFileSync(join(corpus, "3-toolcalls/JSONTestSuite", name)), utf8);
    return reading.ok ? [] : [`${name}: ${problemText(reading.problem)}`];
  });
  expect(names.length).toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

/** The only reasons for which we may refuse what `JSON.parse` takes: lone surrogates, nesting, range (contract 0.6). */
const STRICTER = /surrogate|unexpected end of hex escape|recursion limit exceeded|number out of range/;

function nativeTakes(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** True when our reader and the native one agree about a text, the contract's extra strictness apart. */
function agrees(text: string, reading: Reading<Json>): boolean {
  if (reading.ok) return nativeTakes(text);
  return !nativeTakes(text) || STRICTER.test(reading.problem.reason);
}

/** The `input` texts of one file of malformed JSON. */
function malformedInputs(name: string): readonly string[] {
  const lines = readFileSync(join(corpus, "3-toolcalls/malformed-json", name), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const row = readJsonText(line, utf8);
    const input = row.ok && isJsonObject(row.value) ? row.value["input"] : undefined;
    if (typeof input !== "string") throw new Error(`${name} has a row without input: ${line}`);
    return input;
  });
}

for (const name of ["jsonrepair.jsonl", "json_repair_py.jsonl"]) {
  corpusTest(titled(`nothing of ${name} is guessed at: we read exactly what JSON.parse reads (contract 0.6)`), () => {
    const inputs = malformedInputs(name);
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.filter((text) => !agrees(text, readJsonText(text, utf8)))).toEqual([]);
  });
}

/** The double whose bits are given in hex, high bit first. */
function doubleOf(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

/** Significant digits of a number's text, without sign, point, exponent and outer zeros. */
function digitsOf(text: string): string {
  const mantissa = text.replace(/e.*$/, "").replace(/[-.]/g, "");
  return mantissa.replace(/^0+/, "").replace(/0+$/, "");
}

corpusTest(titled("floats are written with the digits of RFC 8785, and read back as they were (contract 0.3)"), () => {
  const rows = readFileSync(join(corpus, "3-toolcalls/jcs/es6numbers-1000.txt"), "utf8").trim().split("\n");
  const wrong = rows.filter((row) => {
    const [hex = "", native = ""] = row.trim().split(",");
    const value = doubleOf(hex);
    const ours = floatText(value) ?? "";
    return !Object.is(Number(ours), value) || digitsOf(ours) !== digitsOf(native);
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
