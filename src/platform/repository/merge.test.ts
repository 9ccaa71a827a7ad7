import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Repository, Worktree } from "#ports";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

interface Work {
  readonly own: GitRepository;
  readonly repository: Repository;
  readonly worktree: Worktree;
  readonly commit: string;
}

/** A repository with work that is committed on an issue's branch and not merged. */
async function workOf(
  change: (worktree: string) => void,
  prepare: (own: GitRepository) => void = () => undefined,
): Promise<Work> {
  const own = gitRepository(folder);
  prepare(own);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const worktree = await repository.openWorktree("a");
  change(worktree.path);
  const { tree } = await repository.snapshot(worktree);
  const commit = await repository.commit(worktree, { tree, message: "work", trailers: [["Tusk-Issue", "a"]] });
  return { own, repository, worktree, commit };
}

const text = (own: GitRepository, path: string): string => readFileSync(join(own.root, path), "utf8");

test.each<{ readonly what: string; readonly spoil: (own: GitRepository) => void; readonly paths: readonly string[] }>([
  { what: "a changed file", spoil: ({ write }) => write("a.txt", "mine\n"), paths: ["a.txt"] },
  { what: "a deleted file", spoil: ({ root }) => rmSync(join(root, "a.txt")), paths: ["a.txt"] },
  { what: "a file that is not tracked", spoil: ({ write }) => write("new/c.txt", "mine\n"), paths: ["new/c.txt"] },
  { what: "an ignored file", spoil: ({ write }) => write("node_modules/x", "mine\n"), paths: ["node_modules/x"] },
  { what: "a file where a folder is to be", spoil: ({ write }) => write("new", "mine\n"), paths: ["new/c.txt"] },
  {
    what: "a folder where a file is to be",
    spoil: ({ write }) => write("node_modules/x/y", "mine\n"),
    paths: ["node_modules/x"],
  },
  { what: "a link on the way", spoil: ({ root }) => symlinkSync("/tmp", join(root, "new")), paths: ["new/c.txt"] },
  {
    what: "something staged",
    spoil: ({ git, write }) => {
      write("a.txt", "staged\n");
      git(["add", "a.txt"]);
      write("a.txt", "one\n");
    },
    paths: ["a.txt"],
  },
  {
    what: "a changed file that is to go",
    spoil: ({ write }) => write("src/b.txt", "mine\n"),
    paths: ["src/b.txt"],
  },
])("$what of a person's is in the way: nothing is changed", async ({ spoil, paths }) => {
  const { own, repository, worktree, commit } = await workOf((path) => {
    own_write(path, "a.txt", "changed\n");
    own_write(path, "new/c.txt", "new\n");
    rmSync(join(path, "src/b.txt"));
    rmSync(join(path, ".gitignore"));
    own_write(path, "node_modules/x", "tracked now\n");
  });
  spoil(own);
  const before = [own.git(["rev-parse", "HEAD"]), own.git(["status", "--short", "--ignored"])];
  expect(await repository.merge(worktree, commit)).toEqual({
    kind: "in_the_way",
    reason: expect.stringContaining(paths.join(", ")) as string,
    paths,
  });
  expect([own.git(["rev-parse", "HEAD"]), own.git(["status", "--short", "--ignored"])]).toEqual(before);
  expect(existsSync(join(own.root, ".git/index.lock"))).toBe(false);
});

function own_write(root: string, path: string, content: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

test("files and folders change places, and what a person has elsewhere stays", async () => {
  const prepare = ({ git, write }: GitRepository): void => {
    write("swap/file", "x\n");
    write("flat", "x\n");
    git(["add", "."]);
    git(["commit", "-qm", "more"]);
  };
  const { own, repository, worktree, commit } = await workOf((path) => {
    rmSync(join(path, "swap"), { recursive: true });
    rmSync(join(path, "flat"));
    own_write(path, "swap", "a file\n");
    own_write(path, "flat/deep/file", "a folder\n");
    own_write(path, "odd\nname", "x\n");
  }, prepare);
  own.write("src/b.txt", "mine\n");
  own.write("src/other", "mine\n");
  own.git(["add", "src/other"]);
  expect((await repository.merge(worktree, commit)).kind).toBe("merged");
  expect(own.git(["status", "--short"])).toBe("M src/b.txt\nA  src/other");
  expect([text(own, "swap"), text(own, "flat/deep/file"), text(own, "odd\nname")]).toEqual([
    "a file\n",
    "a folder\n",
    "x\n",
  ]);
});

test.each<{ readonly what: string; readonly leave: (own: GitRepository) => void }>([
  { what: "another branch", leave: ({ git }) => git(["switch", "-qc", "other"]) },
  { what: "no branch", leave: ({ git }) => git(["checkout", "-q", "--detach"]) },
])("with $what checked out only the ref moves", async ({ leave }) => {
  const { own, repository, worktree, commit } = await workOf((path) => own_write(path, "a.txt", "changed\n"));
  leave(own);
  own.write("a.txt", "mine\n");
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "merged", commit });
  expect([own.git(["rev-parse", "main"]), own.git(["status", "--short"]), text(own, "a.txt")]).toEqual([
    commit,
    "M a.txt",
    "mine\n",
  ]);
});

test("a worktree of the person's that has the target checked out moves along", async () => {
  const { own, repository, worktree, commit } = await workOf((path) => own_write(path, "a.txt", "changed\n"));
  own.git(["switch", "-qc", "other"]);
  own.git(["worktree", "add", "-q", join(own.root, "../beside"), "main"]);
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "merged", commit });
  expect(own.git(["status", "--short"], join(own.root, "../beside"))).toBe("");
  expect(readFileSync(join(own.root, "../beside/a.txt"), "utf8")).toBe("changed\n");
});

test("of two merges at once one wins, and the other is behind", async () => {
  const { own, repository, worktree, commit } = await workOf((path) => own_write(path, "a.txt", "changed\n"));
  const second = await repository.openWorktree("b");
  own_write(second.path, "b-file", "x\n");
  const { tree } = await repository.snapshot(second);
  const other = await repository.commit(second, { tree, message: "other", trailers: [] });
  const ends = await Promise.all([repository.merge(worktree, commit), repository.merge(second, other)]);
  expect(ends.map(({ kind }) => kind).toSorted()).toEqual(["behind", "merged"]);
  const late = ends[0].kind === "behind" ? worktree : second;
  const rebasing = await repository.rebase(late);
  if (rebasing.kind !== "rebased") throw new Error("no conflict was expected");
  expect(await repository.merge(late, rebasing.commit)).toEqual({ kind: "merged", commit: rebasing.commit });
  expect(own.git(["status", "--short"])).toBe("");
});

test.each([
  { what: "a merge", words: ["merge", "--no-commit", "--no-ff", "side"] },
  { what: "a rebase of main", words: ["rebase", "-i", "side"] },
])("$what of a person's that is under way is in the way", async ({ what, words }) => {
  const { own, repository, worktree, commit } = await workOf(
    (path) => own_write(path, "a.txt", "changed\n"),
    ({ git, write }) => {
      git(["branch", "side"]);
      git(["switch", "-q", "side"]);
      write("side.txt", "x\n");
      git(["add", "."]);
      git(["commit", "-qm", "side"]);
      git(["switch", "-q", "main"]);
      write("main.txt", "x\n");
      git(["add", "."]);
      git(["commit", "-qm", "main"]);
    },
  );
  own.git(["-c", "sequence.editor=sed -i 1ibreak", ...words]);
  const reason = expect.stringContaining(`${what} is under way`) as string;
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "in_the_way", reason, paths: [] });
});

test("the lock of a person's git is waited for, then the merge says who is busy", async () => {
  const { own, repository, worktree, commit } = await workOf((path) => own_write(path, "a.txt", "changed\n"));
  const lock = join(own.root, ".git/index.lock");
  writeFileSync(lock, "");
  await expect(repository.merge(worktree, commit)).rejects.toMatchObject({
    port: "repository",
    code: "busy",
    retryable: true,
  });
  setTimeout(() => rmSync(lock), 500);
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "merged", commit });
});
