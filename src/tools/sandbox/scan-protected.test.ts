import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { protectedChanges, ProtectedScan } from "./scan-protected.ts";

test("protected paths are found at the top and some way down, not in other people's packages", () => {
  const root = temporaryWorkspace({
    ".git/config": "",
    "LEFTHOOK.yml": "",
    ".github/workflows/x.yml": "",
    ".github/README": "",
    "a/b/.vscode/x": "",
    "a/b/c/d/.git/x": "",
    "node_modules/x/.git/config": "",
  });
  const paths = new ProtectedScan(root).entries().map(({ path }) => path);
  expect(paths.toSorted()).toEqual([".git", ".github/workflows", "LEFTHOOK.yml", "a/b/.vscode"]);
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
  expect(protectedChanges(before, scan.entries())).toEqual(["a/.hg", ".codex"]);
  rmSync(join(root, ".codex"));
  expect(protectedChanges(before, scan.entries())).toEqual(["a/.hg", ".codex"]);
  expect(protectedChanges(before, before)).toEqual([]);
});
