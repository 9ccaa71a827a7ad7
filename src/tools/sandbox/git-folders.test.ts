import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { gitFolders } from "./git-folders.ts";

test("a .git file stands for the folder it names and for the one that one shares", () => {
  const root = temporaryWorkspace({
    "tree/.git": "gitdir: ../main/.git/worktrees/tree\n",
    "main/.git/worktrees/tree/commondir": "../..\n",
    "odd/.git": "something else\n",
    "plain/.git/config": "",
  });
  const path = (name: string): string => join(root, name);
  expect(gitFolders(path("tree/.git"))).toEqual([path("main/.git/worktrees/tree"), path("main/.git")]);
  expect(["odd/.git", "plain/.git", "missing/.git"].flatMap((name) => gitFolders(path(name)))).toEqual([]);
});
