import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFifo } from "../support/make-fifo.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectNoStackTrace, expectRefused, premath, tusk } from "./program.ts";
import { turn, writeJson } from "./turn.ts";

const folder = temporaryFolder();
const LIMIT = 256 * 1024 * 1024;

mkdirSync(join(folder, "folder"));
symlinkSync("loop.json", join(folder, "loop.json"));
makeFifo(join(folder, "fifo"));
writeJson(folder, "closed.json", turn());
writeJson(folder, "two\nlines.json", turn());
sparse("huge.json", 2 * 1024 ** 3);
sparse("one-too-many.json", LIMIT + 1);
file("empty.json", "");
file("blank.json", " \n\t\n");
file("nul.json", "\0");
file("nul-in-text.json", '{"evidence": "\0"}');
file("bom.json", `\uFEFF${JSON.stringify(turn())}`);
file(
  "invalid-utf8.json",
  Buffer.concat([Buffer.from('{"evidence":{"callSpec":{"callId":"'), Buffer.from([0xff]), Buffer.from('"}}}')]),
);
file("trailing.json", `${JSON.stringify(turn())} x`);
file("deep.json", nested(128));
file("deepest.json", nested(123));
file("very-deep.json", "[".repeat(100_000));
file("no-evidence.json", "{}");
file("list.json", "[]");
file("lone-surrogate.json", '{"evidence":{"callSpec":{"callId":"\\ud800"}}}');

function file(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

/** A file of holes: it has the size, not the blocks. */
function sparse(name: string, size: number): void {
  const descriptor = openSync(join(folder, name), "w");
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
}

/** A turn whose payload is nested so deep; the wire file adds four levels around it. */
function nested(levels: number): string {
  const placeholder = turn({ toolResults: [{ toolCallId: "call-1", payload: "PAYLOAD" }] });
  return JSON.stringify(placeholder).replace('"PAYLOAD"', "[".repeat(levels) + "]".repeat(levels));
}

const read = (name: string, why: string) => `harness_join_check_invalid: failed to read input ${name}: ${why}`;
const parse = (name: string, why: string) => `harness_join_check_invalid: failed to parse input json ${name}: ${why}`;
const check = (input: string) => premath(["harness-join-check", "--input", input], { cwd: folder, timeout: 10_000 });

/** Unusable files, and the one sentence each of them gets. */
const UNUSABLE: readonly (readonly [string, string, string])[] = [
  ["a missing file", "nothing.json", read("nothing.json", "No such file or directory (os error 2)")],
  ["a folder", "folder", read("folder", "Is a directory (os error 21)")],
  ["a file taken for a folder", "closed.json/x", read("closed.json/x", "Not a directory (os error 20)")],
  ["a link to itself", "loop.json", read("loop.json", "Too many levels of symbolic links (os error 40)")],
  ["a name that is too long", "x".repeat(300), read("x".repeat(300), "File name too long (os error 36)")],
  [
    "a file of 2 GiB",
    "huge.json",
    read("huge.json", `it has ${2 * 1024 ** 3} bytes; the limit is ${LIMIT} bytes (256 MiB)`),
  ],
  [
    "a file one byte too large",
    "one-too-many.json",
    read("one-too-many.json", `it has ${LIMIT + 1} bytes; the limit is ${LIMIT} bytes (256 MiB)`),
  ],
  ["a FIFO that nobody writes", "fifo", read("fifo", "it is a FIFO; give a file, or /dev/stdin to read a pipe")],
  ["an empty file", "empty.json", parse("empty.json", "EOF while parsing a value at line 1 column 0")],
  ["/dev/null", "/dev/null", parse("/dev/null", "EOF while parsing a value at line 1 column 0")],
  ["a blank file", "blank.json", parse("blank.json", "EOF while parsing a value at line 3 column 0")],
  ["a NUL", "nul.json", parse("nul.json", "expected value at line 1 column 1")],
  [
    "a NUL in a text",
    "nul-in-text.json",
    parse("nul-in-text.json", "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 15"),
  ],
  ["a byte order mark", "bom.json", parse("bom.json", "expected value at line 1 column 1")],
  ["invalid UTF-8", "invalid-utf8.json", parse("invalid-utf8.json", "invalid unicode code point at line 1 column 37")],
  [
    "a lone surrogate",
    "lone-surrogate.json",
    parse("lone-surrogate.json", "unexpected end of hex escape at line 1 column 42"),
  ],
  [
    "text behind the value",
    "trailing.json",
    parse("trailing.json", `trailing characters at line 1 column ${JSON.stringify(turn()).length + 2}`),
  ],
  [
    "nesting of 128 in a payload",
    "deep.json",
    parse("deep.json", `recursion limit exceeded at line 1 column ${nested(128).indexOf("[[") + 124}`),
  ],
  ["no evidence", "no-evidence.json", parse("no-evidence.json", "missing field `evidence` at line 1 column 2")],
  ["a list", "list.json", parse("list.json", "invalid type: sequence, expected an object at line 1 column 0")],
];

describe.concurrent("unusable input", () => {
  test.each(UNUSABLE)("%s is refused with one sentence (contract 0.1, 0.6, 1.7)", async (_what, input, sentence) => {
    expectRefused(await check(input), sentence);
  });

  test.each(UNUSABLE)("%s is refused by digest with one line and no stack trace", async (_what, input) => {
    const ended = await tusk(["digest", input], { cwd: folder, timeout: 10_000 });
    expectNoStackTrace(ended);
    // What only lacks the shape of a turn is JSON all the same.
    if (["no-evidence.json", "list.json"].includes(input)) expect(ended.code).toBe(0);
    else expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^error: [^\n]+\n$/) });
  });

  test("a hundred thousand open brackets are a problem, not a crash (contract 0.6)", async () => {
    const ended = await tusk(["digest", "very-deep.json"], { cwd: folder });
    expectRefused(ended, "error: very-deep.json is not JSON: recursion limit exceeded at line 1 column 128");
  });

  test("the deepest payload that is allowed is judged (contract 0.6)", async () => {
    const { code, stdout } = await check("deepest.json");
    expect({ code, result: /Result: (\w+)/.exec(stdout)?.[1] }).toEqual({ code: 0, result: "accepted" });
  });

  test("evidence that cannot be normalised is refused in the contract's words (contract 1.2)", async () => {
    writeJson(folder, "blank-id.json", turn({ toolRequests: [{ toolCallId: " ", toolName: "read" }] }));
    expectRefused(
      await check("blank-id.json"),
      "harness_join_check_invalid: toolRequests[].toolCallId must be non-empty",
    );
  });

  test("a path with a newline in it is a path: read when it exists, named when it does not", async () => {
    const found = await check("two\nlines.json");
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toContain("  Input: two\nlines.json\n  Result: accepted\n");
    expectRefused(await check("no\nlines.json"), read("no\nlines.json", "No such file or directory (os error 2)"));
  });

  test("a path without read permission is refused (contract 1.7)", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may read everything");
    writeFileSync(join(folder, "secret.json"), "{}", { mode: 0 });
    expectRefused(await check("secret.json"), read("secret.json", "Permission denied (os error 13)"));
  });
});

describe.concurrent("pipes as input", () => {
  const input = JSON.stringify(turn());

  test("/dev/stdin through a pipe works, at once and later (contract 1.7)", async () => {
    const atOnce = await premath(["harness-join-check", "--input", "/dev/stdin"], { input });
    expect(atOnce).toMatchObject({ code: 0, stderr: "" });
    expect(atOnce.stdout).toContain("  Input: /dev/stdin\n  Result: accepted\n");
    const line = `(sleep 0.2; cat closed.json) | "${join(ROOT, "bin/premath")}" harness-join-check --input /dev/stdin`;
    expect(await runProcess("/bin/sh", ["-c", line], { cwd: folder })).toEqual(atOnce);
  });

  test("/dev/stdin from a file works", async () => {
    const line = `"${join(ROOT, "bin/premath")}" harness-join-check --input /dev/stdin < closed.json`;
    const { code, stdout } = await runProcess("/bin/sh", ["-c", line], { cwd: folder });
    expect({ code, result: /Result: (\w+)/.exec(stdout)?.[1] }).toEqual({ code: 0, result: "accepted" });
  });

  test("a pipe that the shell opened under a number of its own works", async () => {
    const line = `cat closed.json | "${join(ROOT, "bin/premath")}" harness-join-check --input /dev/fd/9 9<&0 0</dev/null`;
    const { code, stdout } = await runProcess("/bin/sh", ["-c", line], { cwd: folder, timeout: 10_000 });
    expect({ code, result: /Result: (\w+)/.exec(stdout)?.[1] }).toEqual({ code: 0, result: "accepted" });
  });

  test("a pipe that never ends is refused at the limit", async () => {
    const line = `head -c ${LIMIT + 1} /dev/zero | "${join(ROOT, "bin/tusk")}" digest -`;
    const ended = await runProcess("/bin/sh", ["-c", line], { cwd: folder, timeout: 30_000 });
    expectRefused(
      ended,
      `error: failed to read -: it has more than ${LIMIT} bytes; the limit is ${LIMIT} bytes (256 MiB)`,
    );
  });

  test("a descriptor that nobody opened is refused, not waited for", async () => {
    const ended = await premath(["harness-join-check", "--input", "/dev/fd/5"], { timeout: 5000 });
    expect(ended.code).toBe(2);
  });

  test("a FIFO with a writer is refused as well: who writes it is not known", async () => {
    const line = `(cat closed.json > fifo) & "${join(ROOT, "bin/tusk")}" digest fifo; code=$?; kill $! 2>/dev/null; exit $code`;
    const ended = await runProcess("/bin/sh", ["-c", line], { cwd: folder, timeout: 10_000 });
    expectRefused(ended, "error: failed to read fifo: it is a FIFO; give a file, or /dev/stdin to read a pipe");
  });

  test("closed or empty standard input is no JSON, not a crash", async () => {
    const line = `"${join(ROOT, "bin/tusk")}" digest - <&-`;
    const closed = await runProcess("/bin/sh", ["-c", line], { cwd: folder });
    expectRefused(closed, "error: - is not JSON: EOF while parsing a value at line 1 column 0");
  });
});
