import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { row } from "../cli/issue-folder.ts";
import { tusk } from "../cli/program.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const walls = noWallsAtAll();
const WORKER = ["worker", "--worker-id", "w.1", "--verify-cmd", "true", "--work-cmd", "echo done > part.txt; echo ran"];

/** An issue whose work is done and committed on its branch, and not merged: a file of a person's was in the way. */
async function unmerged(): Promise<GitRepository & { readonly work: () => Promise<Ended> }> {
  const own = gitRepository(folder);
  const { root, state, write } = own;
  mkdirSync(state);
  writeFileSync(join(state, "issues.jsonl"), row("bd-1"));
  write("part.txt", "a person's\n");
  const work = (): Promise<Ended> => tusk(WORKER, { cwd: root, timeout: 50_000 });
  expect((await work()).stdout).toContain("not merged: changes that are not committed");
  rmSync(join(root, "part.txt"));
  return { ...own, work };
}

describe.skipIf(walls !== undefined)(walls ?? "with walls around what workers run", () => {
  test("work that is on its branch is merged without being done again", async () => {
    const { root, work } = await unmerged();
    const { stdout } = await work();
    expect(stdout).toContain("closed issue bd-1");
    expect(stdout).not.toContain("command at work");
    expect(readFileSync(join(root, "part.txt"), "utf8")).toBe("done\n");
  });

  test("work that a person has taken away is done again: no issue is closed with nothing (M07)", async () => {
    const { root, state, git, work } = await unmerged();
    git(["worktree", "remove", "--force", join(state, "worktrees/bd-1")]);
    git(["branch", "-qD", "tusk/bd-1"]);
    const { stdout } = await work();
    expect(stdout).toContain("command at work");
    expect(stdout).toContain("closed issue bd-1");
    expect(readFileSync(join(root, "part.txt"), "utf8")).toBe("done\n");
  });
});
