import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Repository, Worktree } from "#ports";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();
const LINES = Array.from({ length: 20 }, (_, at) => `line ${at}\n`);

async function opened(): Promise<{ readonly own: GitRepository; readonly repository: Repository }> {
  const own = gitRepository(folder);
  own.write("lines.txt", LINES.join(""));
  own.git(["add", "."]);
  own.git(["commit", "-qm", "lines"]);
  return { own, repository: await openRepository(own.root, { stateFolder: own.state }) };
}

async function commitLine(repository: Repository, worktree: Worktree, at: number): Promise<string> {
  const path = join(worktree.path, "lines.txt");
  const now = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, now.with(at, `${worktree.issueId} was here`).join("\n"));
  const { tree } = await repository.snapshot(worktree);
  return repository.commit(worktree, {
    tree,
    message: `line ${at}\n\nwhy`,
    trailers: [["Tusk-Issue", worktree.issueId]],
  });
}

test("commits are put onto the newest target with author, words and trailers, and the worktree goes along", async () => {
  const { own, repository } = await opened();
  const [one, two] = [await repository.openWorktree("one"), await repository.openWorktree("two")];
  await repository.merge(one, await commitLine(repository, one, 1));
  await commitLine(repository, two, 10);
  const tip = await commitLine(repository, two, 18);
  writeFileSync(join(two.path, "loose.txt"), "not committed\n");
  expect((await repository.merge(two, tip)).kind).toBe("behind");
  const rebasing = await repository.rebase(two);
  if (rebasing.kind !== "rebased") throw new Error("no conflict was expected");
  expect(await repository.rebase(two)).toEqual(rebasing);
  const told = (range: string): string => own.git(["log", "--format=%an %ae %at%n%B", range]);
  expect(told(`main..${rebasing.commit}`)).toBe(told(`${two.base}..${tip}`));
  expect(own.git(["status", "--short"], two.path)).toBe("?? loose.txt");
  expect(own.git(["status", "--short"])).toBe("");
  expect(readFileSync(join(two.path, "lines.txt"), "utf8").match(/(one|two) was here/g)).toEqual([
    "one was here",
    "two was here",
    "two was here",
  ]);
  expect((await repository.snapshot(two)).changed).toEqual(["lines.txt", "loose.txt"]);
  expect(await repository.openWorktree("two")).toMatchObject({ base: await repository.targetHead() });
});

test("after a conflict everything is as it was", async () => {
  const { own, repository } = await opened();
  const [one, two] = [await repository.openWorktree("one"), await repository.openWorktree("two")];
  await repository.merge(one, await commitLine(repository, one, 5));
  const tip = await commitLine(repository, two, 5);
  writeFileSync(join(two.path, "loose.txt"), "not committed\n");
  expect(await repository.rebase(two)).toEqual({ kind: "conflict", paths: ["lines.txt"] });
  expect(own.git(["rev-parse", "HEAD"], two.path)).toBe(tip);
  expect(own.git(["status", "--short"], two.path)).toBe("?? loose.txt");
  await expect(repository.closeWorktree("two")).rejects.toMatchObject({ code: "unmerged" });
});

test("what is not committed and would be lost stands in the way", async () => {
  const { own, repository } = await opened();
  const [one, two] = [await repository.openWorktree("one"), await repository.openWorktree("two")];
  await repository.merge(one, await commitLine(repository, one, 5));
  writeFileSync(join(two.path, "lines.txt"), "all new\n");
  await expect(repository.rebase(two)).rejects.toMatchObject({ code: "in_the_way" });
  expect(own.git(["status", "--short"], two.path)).toBe("M lines.txt");
});

/** A commit as a step of a worker makes it. */
async function commitStep(repository: Repository, worktree: Worktree, step: number): Promise<string> {
  const { tree } = await repository.snapshot(worktree);
  const trailers = [
    ["Tusk-Issue", worktree.issueId],
    ["Tusk-Step", `w.${worktree.issueId}.${step}`],
    ["Tusk-Witness", `sha256:${step}`],
  ] as const;
  return repository.commit(worktree, { tree, message: `${worktree.issueId}: work\n\nTusk-Step: of old`, trailers });
}

test("work that was committed before a crash and verified again is not committed twice", async () => {
  const { own, repository } = await opened();
  const worktree = await repository.openWorktree("one");
  writeFileSync(join(worktree.path, "lines.txt"), "all new\n");
  const commit = await commitStep(repository, worktree, 1);
  expect(await commitStep(repository, worktree, 2)).toBe(commit);
  await repository.merge(worktree, commit);
  expect(own.git(["log", "--format=%s", `${worktree.base}..main`])).toBe("one: work");
  writeFileSync(join(worktree.path, "lines.txt"), "newer\n");
  const next = await commitStep(repository, worktree, 3);
  expect(own.git(["rev-parse", `${next}^`])).toBe(commit);
});

test("work that was put onto a newer target and verified there is one commit, which names that verification", async () => {
  const { own, repository } = await opened();
  const [one, two] = [await repository.openWorktree("one"), await repository.openWorktree("two")];
  await repository.merge(one, await commitLine(repository, one, 1));
  writeFileSync(join(two.path, "two.txt"), "two\n");
  await commitStep(repository, two, 1);
  const rebasing = await repository.rebase(two);
  if (rebasing.kind !== "rebased") throw new Error("no conflict was expected");
  const words = (commit: string): string => own.git(["log", "-1", "--format=%B", commit]);
  expect(words(rebasing.commit)).toBe("two: work\n\nTusk-Step: of old\n\nTusk-Issue: two");
  const commit = await commitStep(repository, two, 2);
  expect(words(commit)).toBe(
    "two: work\n\nTusk-Step: of old\n\nTusk-Issue: two\nTusk-Step: w.two.2\nTusk-Witness: sha256:2",
  );
  expect(own.git(["rev-parse", `${commit}^`])).toBe(await repository.targetHead());
  expect(own.git(["status", "--short"], two.path)).toBe("");
  expect(await repository.merge(two, commit)).toEqual({ kind: "merged", commit });
});
