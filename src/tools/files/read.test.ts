import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestBytes } from "#platform";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { answerIn, callIn, sessionIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";

const failed = (code: string, message: string): object => ({
  code,
  retryable: false,
  message: expect.stringContaining(`read: ${message}`),
});

test("a file is shown exactly as it is, with everything that an edit has to know of it (T07)", async () => {
  const text = "\uFEFFone\r\ntwo\r\nthree";
  const root = temporaryWorkspace({ "src/a.txt": text });
  expect(await answerIn(root, "read", { path: "./src//a.txt" })).toStrictEqual({
    path: "src/a.txt",
    content: "one\r\ntwo\r\nthree",
    first_line: 1,
    last_line: 3,
    total_lines: 3,
    next_offset: null,
    size: 18,
    digest: digestBytes(Buffer.from(text)),
    encoding: "utf-8",
    bom: true,
    line_endings: "crlf",
    clipped_lines: 0,
  });
});

test("a page begins at the line that is asked for and says where to go on", async () => {
  const root = temporaryWorkspace({ a: "1\n2\n3\n4\n" });
  expect([
    await answerIn(root, "read", { path: "a", offset: 2, limit: 2 }),
    await answerIn(root, "read", { path: "a", offset: 4 }),
  ]).toMatchObject([
    { content: "2\n3\n", first_line: 2, last_line: 3, total_lines: 4, next_offset: 4 },
    { content: "4\n", first_line: 4, last_line: 4, total_lines: 4, next_offset: null },
  ]);
});

test("the read of a call is recorded, and the session knows what it saw", async () => {
  const root = temporaryWorkspace({ a: "1\n" });
  const session = sessionIn(root);
  expect((await callIn(session, "read", { path: "a" })).reads).toStrictEqual(["a"]);
  writeFileSync(join(root, "a"), "2\n");
  expect(() => session.forCall("edit").workspace.basis("a", { maxBytes: 10 })).toThrow("has changed since");
});

test("an empty file has no lines, and a mark alone neither", async () => {
  const root = temporaryWorkspace({ a: "", b: "\uFEFF" });
  const nothing = { content: "", first_line: 0, last_line: 0, total_lines: 0, next_offset: null, encoding: "utf-8" };
  expect(await answerIn(root, "read", { path: "a" })).toMatchObject({ ...nothing, bom: false, line_endings: "none" });
  expect(await answerIn(root, "read", { path: "b" })).toMatchObject({ ...nothing, bom: true });
});

test("a binary file is answered by size and digest alone; invalid UTF-8 is shown and flagged (SECURITY 3, invalid UTF-8)", async () => {
  const binary = Buffer.from([1, 0, 2]);
  const lossy = Buffer.from("caf\xe9 au lait, s'il vous pla\xeet\n", "latin1");
  const root = temporaryWorkspace({ binary, lossy });
  expect(await answerIn(root, "read", { path: "binary" })).toStrictEqual({
    path: "binary",
    content: "",
    first_line: 0,
    last_line: 0,
    total_lines: null,
    next_offset: null,
    encoding: "binary",
    bom: false,
    line_endings: "none",
    clipped_lines: 0,
    size: 3,
    digest: digestBytes(binary),
  });
  expect(await answerIn(root, "read", { path: "lossy" })).toMatchObject({
    content: "caf\uFFFD au lait, s'il vous pla\uFFFDt\n",
    encoding: "lossy",
    digest: digestBytes(lossy),
  });
});

test("control characters are data: they come through as they are", async () => {
  const text = '\u001b[31mred\u0007\u2028\n{"forged":1}\n';
  expect(await answerIn(temporaryWorkspace({ a: text }), "read", { path: "a" })).toMatchObject({ content: text });
});

test("what cannot be read is said in words that help", async () => {
  const root = temporaryWorkspace({ "src/index.ts": "1\n2\n", "src/indexes.ts": "", "src/other.md": "" });
  mkdirSync(join(root, "folder"));
  symlinkSync("/etc/passwd", join(root, "link"));
  makeFifo(join(root, "pipe"));
  const answers = ["src/idnex.ts", "nowhere/x", "folder", "link", "pipe", "../x", "/etc/passwd"].map((path) =>
    answerIn(root, "read", { path }),
  );
  expect(await Promise.all(answers)).toStrictEqual([
    failed("NotFound", '"src/idnex.ts" does not exist; similar: "src/index.ts"'),
    failed("NotFound", '"nowhere/x" does not exist'),
    failed("InvalidInput", '"folder" is a folder: use ls'),
    failed("Denied", '"link" is a link, and links are not followed (path.symlink)'),
    failed("Denied", '"pipe" is no regular file (path.special)'),
    failed("InvalidInput", '"../x" holds .. : it may not lead out of the workspace'),
    failed("InvalidInput", '"/etc/passwd" is absolute: give it relative to the workspace'),
  ]);
});

test("an offset beyond the end says how many lines there are", async () => {
  const root = temporaryWorkspace({ a: "1\n2\n", empty: "" });
  expect([
    await answerIn(root, "read", { path: "a", offset: 3 }),
    await answerIn(root, "read", { path: "empty", offset: 2 }),
  ]).toStrictEqual([
    failed("InvalidInput", '"a" has 2 lines, and offset 3 is beyond them'),
    failed("InvalidInput", '"empty" has 0 lines, and offset 2 is beyond them'),
  ]);
});
