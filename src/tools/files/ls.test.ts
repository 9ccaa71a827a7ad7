import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { answerIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";

test("a folder is listed by name in byte order; links and pipes are shown as what they are (T07)", async () => {
  const root = temporaryWorkspace({ "b.txt": "12345", ".hidden": "", "\uFF5E": "", "😀": "" });
  mkdirSync(join(root, "a"));
  symlinkSync("/etc", join(root, "link"));
  makeFifo(join(root, "pipe"));
  expect(await answerIn(root, "ls", {})).toStrictEqual({
    path: ".",
    entries: [
      { name: ".hidden", kind: "file", size: 0 },
      { name: "a", kind: "folder", size: 0 },
      { name: "b.txt", kind: "file", size: 5 },
      { name: "link", kind: "link", size: 0 },
      { name: "pipe", kind: "other", size: 0 },
      { name: "\uFF5E", kind: "file", size: 0 },
      { name: "😀", kind: "file", size: 0 },
    ],
    total: 7,
    next_offset: null,
  });
});

test("a long folder is paged", async () => {
  const root = temporaryWorkspace({ "d/a": "", "d/b": "", "d/c": "" });
  expect(await answerIn(root, "ls", { path: "d", offset: 1, limit: 1 })).toStrictEqual({
    path: "d",
    entries: [{ name: "b", kind: "file", size: 0 }],
    total: 3,
    next_offset: 2,
  });
});

test("what is no folder is refused: a file, nothing, a link to one", async () => {
  const root = temporaryWorkspace({ file: "" });
  symlinkSync("/etc", join(root, "link"));
  const answers = ["file", "fil", "link", "link/x"].map((path) => answerIn(root, "ls", { path }));
  expect(await Promise.all(answers)).toMatchObject([
    { code: "InvalidInput", message: expect.stringContaining('ls: "file" is a file: use read') },
    { code: "NotFound", message: expect.stringContaining('ls: "fil" does not exist; similar: "file"') },
    { code: "Denied" },
    { code: "Denied" },
  ]);
});
