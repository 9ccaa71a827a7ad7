import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { protectedChanges, ProtectedScan } from "./scan-protected.ts";

test("protected paths are found at the top and some way down, not in other people's packages, but for submodules", () => {
  const root = temporaryWorkspace({
    ".git/config": "",
    "LEFTHOOK.yml": "",
    ".github/workflows/x.yml": "",
    ".github/README": "",
    "a/b/.vscode/x": "",
    "a/b/c/d/.git/x": "",
    "node_modules/x/.git/config": "",
    ".gitmodules": '[submodule "x"]\n\tpath = node_modules/y\n\turl = ../y\n',
    "node_modules/y/.git": "gitdir: ../../.git/modules/y\n",
  });
  const paths = new ProtectedScan(root).entries().map(({ path }) => path);
  expect(paths.toSorted()).toEqual([
    ".git",
    ".github/workflows",
    ".gitmodules",
    "LEFTHOOK.yml",
    "a/b/.vscode",
    "a/b/c/d/.git",
    "node_modules/y/.git",
  ]);
});

test("a second scan sees what was made, and a link that was replaced", () => {
  const root = temporaryWorkspace({ "a/file": "", ".envrc": "" });
  symlinkSync("a", join(root, ".codex"));
  const scan = new ProtectedScan(root);
  const before = scan.entries();
  writeFileSync(join(root, ".envrc"), "changed by a person");
  mkdirSync(join(root, "a/.hg"));
  rmSync(join(root, ".codex"));
  symlinkSync("a", join(root, ".codex"));
  expect(protectedChanges(before, scan.entries())).toEqual([".codex", "a/.hg"]);
  rmSync(join(root, ".codex"));
  expect(protectedChanges(before, scan.entries())).toEqual(["a/.hg", ".codex"]);
  expect(protectedChanges(before, before)).toEqual([]);
});

test("a folder whose time was set back is looked at all the same", async () => {
  const root = temporaryWorkspace({ "sub/file": "" });
  const old = new Date("2020-01-01T00:00:00Z");
  utimesSync(join(root, "sub"), old, old);
  const scan = new ProtectedScan(root);
  await after(100);
  const before = scan.entries();
  mkdirSync(join(root, "sub/.git"));
  utimesSync(join(root, "sub"), old, old);
  expect(protectedChanges(before, scan.entries())).toEqual(["sub/.git"]);
});

test("what takes the place of a protected file, and what appears at the end of a protected link, is a change", () => {
  const root = temporaryWorkspace({ ".envrc": "own", other: "new" });
  symlinkSync("made-later", join(root, ".mcp.json"));
  const scan = new ProtectedScan(root);
  const before = scan.entries();
  renameSync(join(root, "other"), join(root, ".envrc"));
  writeFileSync(join(root, "made-later"), "{}");
  expect(protectedChanges(before, scan.entries())).toEqual([".envrc", ".mcp.json"]);
});
