import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { answerIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";

const whole = { complete: true, next_offset: null };

test("files are found by path in byte order; links, pipes, ignored files and version control are not (T07)", async () => {
  const root = temporaryWorkspace({
    "a/b.ts": "",
    "a.ts": "",
    ".hidden.ts": "",
    "dist/x.ts": "",
    ".git/x.ts": "",
    ".gitignore": "dist\n",
  });
  symlinkSync("a.ts", join(root, "link.ts"));
  symlinkSync("a", join(root, "folder"));
  makeFifo(join(root, "pipe.ts"));
  expect(await answerIn(root, "glob", { pattern: "*.ts" })).toStrictEqual({
    files: [".hidden.ts", "a.ts", "a/b.ts"],
    total: 3,
    ...whole,
  });
  expect(await answerIn(root, "glob", { pattern: "**/*" })).toMatchObject({
    files: [".gitignore", ".hidden.ts", "a.ts", "a/b.ts"],
  });
});

test("a pattern is relative to the folder that is looked in, paths to the workspace", async () => {
  const root = temporaryWorkspace({ ".gitignore": "*.log", "lib/src/a.c": "", "lib/src/a.log": "", "src/b.c": "" });
  expect(await answerIn(root, "glob", { pattern: "src/*", path: "lib/" })).toStrictEqual({
    files: ["lib/src/a.c"],
    total: 1,
    ...whole,
  });
});

test("a long list is paged", async () => {
  const root = temporaryWorkspace({ a: "", b: "", c: "" });
  expect(await answerIn(root, "glob", { pattern: "*", offset: 1, limit: 1 })).toStrictEqual({
    files: ["b"],
    total: 3,
    complete: true,
    next_offset: 2,
  });
});

test("a name that no path can spell is left out, and the list said to be incomplete", async () => {
  const root = temporaryWorkspace({ a: "", "b\\c": "" });
  expect(await answerIn(root, "glob", { pattern: "*" })).toStrictEqual({
    files: ["a"],
    total: 1,
    complete: false,
    next_offset: null,
  });
});

test("what is no folder is refused: a file, nothing, a link to one", async () => {
  const root = temporaryWorkspace({ file: "" });
  symlinkSync("/etc", join(root, "link"));
  const answers = ["file", "nothing", "link"].map((path) => answerIn(root, "glob", { pattern: "*", path }));
  expect(await Promise.all(answers)).toMatchObject([
    { code: "InvalidInput" },
    { code: "NotFound" },
    { code: "Denied" },
  ]);
});
