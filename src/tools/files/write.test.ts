import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callOnce } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace, treeDigest } from "../../../tests/tools/temporary-workspace.ts";

test("a new file is made with its folders (T06, T07)", async () => {
  const root = temporaryWorkspace({});
  const { payload, artifacts } = await callOnce(root, "write", { path: "a/b/c.txt", contents: "é\n" });
  expect(readFileSync(join(root, "a/b/c.txt"), "utf8")).toBe("é\n");
  expect(payload).toEqual({
    path: "a/b/c.txt",
    created: true,
    changed: true,
    bytes: 3,
    digest: artifacts[0]?.after,
    before: null,
    basis: "created",
    kept: [],
  });
  expect(artifacts).toEqual([
    { path: "a/b/c.txt", after: artifacts[0]?.after, role: "tester", surface: "write", basis: "created" },
  ]);
});

test("a file that is replaced keeps its mode, byte order mark and line ends, and says so", async () => {
  const root = temporaryWorkspace({ "a.sh": "\uFEFFold\r\n" });
  chmodSync(join(root, "a.sh"), 0o755);
  const { payload } = await callOnce(root, "write", { path: "a.sh", content: "new\nlines\n" });
  expect(payload).toMatchObject({ created: false, changed: true, basis: "unread", kept: ["bom", "line_endings"] });
  expect(readFileSync(join(root, "a.sh"), "utf8")).toBe("\uFEFFnew\r\nlines\r\n");
  expect(statSync(join(root, "a.sh")).mode & 0o777).toBe(0o755);
});

test("a content that is there already changes nothing and leaves no row", async () => {
  const root = temporaryWorkspace({ "a.txt": "same\n" });
  const inode = statSync(join(root, "a.txt")).ino;
  const { payload, artifacts } = await callOnce(root, "write", { path: "./a.txt", content: "same\n" });
  expect(payload).toMatchObject({ path: "a.txt", created: false, changed: false, bytes: 5 });
  expect([statSync(join(root, "a.txt")).ino, artifacts]).toEqual([inode, []]);
});

test("a binary file may be replaced", async () => {
  const root = temporaryWorkspace({ a: Buffer.from([0, 255, 13, 10]) });
  const { payload } = await callOnce(root, "write", { path: "a", content: "text\n" });
  expect(payload).toMatchObject({ changed: true, kept: [] });
  expect(readFileSync(join(root, "a"), "utf8")).toBe("text\n");
});

test.each([
  ["../x", "InvalidInput"],
  ["/tmp/x", "InvalidInput"],
  ["a.txt/x", "InvalidInput"],
  ["folder", "InvalidInput"],
  [".git/hooks/pre-commit", "Denied"],
  [".GIT/config", "Denied"],
])("%s is refused and nothing is made", async (path, code) => {
  const root = temporaryWorkspace({ "a.txt": "", "folder/": "" });
  const before = treeDigest(root);
  const { failure } = await callOnce(root, "write", { path, content: "x" });
  expect([failure?.code, treeDigest(root)]).toEqual([code, before]);
});
