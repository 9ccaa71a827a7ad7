import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, tusk } from "./program.ts";
import { expectSortedJson } from "./sorted-json.ts";

const folder = temporaryFolder();
const TEXT = '{ "b": [1.0, 18446744073709551615, 1e16],\n  "a": {"é": "\\u2028", "": null} }\n';
const CANONICAL = '{"a":{"":null,"é":"\u2028"},"b":[1.0,18446744073709551615,1e+16]}';
const DIGEST = `sha256:${createHash("sha256").update(CANONICAL).digest("hex")}`;
const REPEATED = '{"a": 1,\n "b": {"x": 1, "x": 2},\n "a": 3}';

writeFileSync(join(folder, "value.json"), TEXT);
writeFileSync(join(folder, "repeated.json"), REPEATED);

const digest = (args: readonly string[], input?: string) =>
  tusk(["digest", ...args], { cwd: folder, ...(input === undefined ? {} : { input }) });

describe.concurrent("digest", () => {
  test("prints the digest of a file's canonical form (contract 0.4)", async () => {
    expect(await digest(["value.json"])).toEqual({ code: 0, stdout: `${DIGEST}\n`, stderr: "" });
  });

  test("reads standard input as - (contract 0.4)", async () => {
    expect(await digest(["-"], TEXT)).toEqual({ code: 0, stdout: `${DIGEST}\n`, stderr: "" });
  });

  test("reads a long standard input that comes in pieces", async () => {
    const long = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => `row ${at}`));
    const hex = createHash("sha256").update(long).digest("hex");
    expect(await digest(["-"], long)).toEqual({ code: 0, stdout: `sha256:${hex}\n`, stderr: "" });
  });

  test("--canonical prints the bytes that were hashed, and nothing else (contract 0.4)", async () => {
    const { code, stdout, stderr } = await digest(["value.json", "--canonical"]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: CANONICAL, stderr: "" });
    expect(`sha256:${createHash("sha256").update(stdout).digest("hex")}`).toBe(DIGEST);
  });

  test("--json prints digest, file and repeated keys (contract 0.2)", async () => {
    const { code, stdout, stderr } = await digest(["value.json", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(expectSortedJson(stdout)).toEqual({ digest: DIGEST, duplicates: [], file: "value.json" });
  });

  test("a key given twice is warned about on standard error with its place, and the last one counts (contract 0.6)", async () => {
    const hex = createHash("sha256").update('{"a":3,"b":{"x":2}}').digest("hex");
    const { code, stdout, stderr } = await digest(["repeated.json"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `sha256:${hex}\n` });
    const [inner = "", outer = "", ...rest] = stderr.split("\n");
    expect(inner).toMatch(/^warning: repeated\.json: key "x" .*line 2 column \d+/);
    expect(outer).toMatch(/^warning: repeated\.json: key "a" .*line 3 column \d+/);
    expect(rest).toEqual([""]);
  });

  test("--json reports repeated keys as data", async () => {
    const { stdout } = await digest(["repeated.json", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      duplicates: [
        { key: "x", line: 2 },
        { key: "a", line: 3 },
      ],
    });
  });
  test("--json sorts keys at every level, repeated keys included (contract 0.2)", async () => {
    expectSortedJson((await digest(["repeated.json", "--json"])).stdout);
  });
  test("--strict names the repeated key without control characters", async () => {
    const { stderr } = await digest(["-", "--strict"], '{"\u009B31m": 1, "\u009B31m": 2}');
    expect(stderr).not.toContain("\u009B");
  });

  test("warnings name the repeated key without control characters", async () => {
    const { stderr } = await digest(["-"], '{"\\u001b]0;x\\u0007\u009B": 1, "\\u001b]0;x\\u0007\u009B": 2}');
    expect(stderr).toMatch(/^warning: /);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(stderr.trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
  });

  test("--canonical keeps standard output clean of warnings", async () => {
    const { stdout, stderr } = await digest(["repeated.json", "--canonical"]);
    expect(stdout).toBe('{"a":3,"b":{"x":2}}');
    expect(stderr).toMatch(/^warning: /);
  });

  test("--strict refuses a key given twice, with its place", async () => {
    const { code, stdout, stderr } = await digest(["repeated.json", "--strict"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: repeated\.json .*duplicate key "x" at line 2 column \d+\n$/);
  });

  test("--strict changes nothing where no key repeats", async () => {
    expect(await digest(["value.json", "--strict"])).toEqual({ code: 0, stdout: `${DIGEST}\n`, stderr: "" });
  });

  test("equal values written otherwise have equal digests, other values others (K09)", async () => {
    const [one, same, other] = await Promise.all(
      ['{"a":1,"b":2}', ' {"b" : 2 , "a" : 1}\n', '{"a":1,"b":2.0}'].map((text) => digest(["-"], text)),
    );
    expect(same).toEqual(one);
    expect(other?.stdout).not.toBe(one?.stdout);
  });

  test("a file whose name starts with a dash comes behind -- (contract 0.1)", async () => {
    writeFileSync(join(folder, "-odd.json"), TEXT);
    expect(await digest(["--", "-odd.json"])).toEqual({ code: 0, stdout: `${DIGEST}\n`, stderr: "" });
  });

  test("what is no JSON is refused with one sentence, whichever way it comes", async () => {
    expectRefused(await digest(["-"], "[1,]"), "error: - is not JSON: trailing comma at line 1 column 4");
    expectRefused(await digest(["-"], ""), "error: - is not JSON: EOF while parsing a value at line 1 column 0");
    expectRefused(
      await digest(["nothing.json"]),
      "error: failed to read nothing.json: No such file or directory (os error 2)",
    );
  });
});
