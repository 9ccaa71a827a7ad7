import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

function age(path: string): void {
  utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
}

const STATES: readonly { readonly what: string; readonly leave: (own: GitRepository, path: string) => void }[] = [
  { what: "a registration without a folder", leave: (_, path) => rmSync(path, { recursive: true }) },
  {
    what: "a folder without a registration",
    leave: ({ root }, path) => rmSync(join(root, ".git/worktrees", path.split("/").at(-1) ?? ""), { recursive: true }),
  },
  { what: "a worktree without an index", leave: ({ root }) => rmSync(join(root, ".git/worktrees/a/index")) },
  {
    what: "a half-checked-out worktree",
    leave: ({ root }, path) => {
      rmSync(join(root, ".git/worktrees/a/index"));
      rmSync(join(path, "src"), { recursive: true });
    },
  },
  { what: "a registration without its files", leave: ({ root }) => rmSync(join(root, ".git/worktrees/a/gitdir")) },
  { what: "a worktree without its link", leave: (_, path) => rmSync(join(path, ".git")) },
  {
    what: "locks of a killed git",
    leave: ({ root }) => {
      for (const name of ["index.lock", "HEAD.lock"]) {
        writeFileSync(join(root, ".git/worktrees/a", name), "");
        age(join(root, ".git/worktrees/a", name));
      }
    },
  },
  {
    what: "a branch without a worktree",
    leave: ({ git }, path) => {
      git(["worktree", "remove", "--force", path]);
    },
  },
  {
    what: "a locked branch",
    leave: ({ root, git }, path) => {
      git(["worktree", "remove", "--force", path]);
      git(["branch", "-q", "-D", "tusk/a"]);
      mkdirSync(join(root, ".git/refs/heads/tusk"), { recursive: true });
      writeFileSync(join(root, ".git/refs/heads/tusk/a.lock"), "");
      age(join(root, ".git/refs/heads/tusk/a.lock"));
    },
  },
];

test.each(STATES)("$what is mended, and the worktree works", async ({ leave }) => {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const { path } = await repository.openWorktree("a");
  leave(own, path);
  const again = await repository.openWorktree("a");
  expect(again.path).toBe(path);
  expect(own.git(["status", "--short", "--branch"], path)).toBe("## tusk/a");
  expect(readFileSync(join(path, "src/b.txt"), "utf8")).toBe("two\n");
  expect(await repository.worktrees()).toEqual([{ ...again, isNew: false }]);
  writeFileSync(join(path, "x"), "x\n");
  const { tree } = await repository.snapshot(again);
  const commit = await repository.commit(again, { tree, message: "x", trailers: [] });
  expect((await repository.merge(again, commit)).kind).toBe("merged");
  await repository.closeWorktree("a");
  expect(existsSync(path)).toBe(false);
});

/** What a git leaves that is killed while it makes a worktree: each file is there before it is written. */
const HALF_MADE: readonly (readonly [file: string, content: (path: string) => string])[] = [
  ["locked", () => "initializing"],
  ["gitdir", (path) => `${path}/.git\n`],
  ["HEAD", () => `${"0".repeat(40)}\n`],
  ["commondir", () => "../..\n"],
];

test.each(HALF_MADE.map(([file], at) => ({ file, at })))(
  "a git that was killed at $file while it made a worktree keeps nobody from the others, and its own is made anew",
  async ({ at }) => {
    const own = gitRepository(folder);
    const [path, half] = [join(own.state, "worktrees/a"), join(own.root, ".git/worktrees/a")];
    mkdirSync(half, { recursive: true });
    mkdirSync(path, { recursive: true });
    for (const [index, [file, content]] of HALF_MADE.slice(0, at + 1).entries())
      writeFileSync(join(half, file), index < at ? content(path) : "");
    const repository = await openRepository(own.root, { stateFolder: own.state });
    await repository.openWorktree("b");
    expect(own.git(["worktree", "list"]).split("\n").length).toBeGreaterThanOrEqual(2);
    expect(await repository.openWorktree("a")).toMatchObject({ path, isNew: true });
    expect(own.git(["worktree", "list"]).split("\n").length).toBe(3);
    expect(own.git(["fsck"])).toBe("");
  },
);

test("many workers that make worktrees at once are not in each other's way", async () => {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const ids = ["a", "b", "c", "d", "e", "f"];
  const made = await Promise.all(ids.map((id) => repository.openWorktree(id)));
  expect(made.map(({ isNew }) => isNew)).toEqual(ids.map(() => true));
});

test("a folder that is no worktree is moved aside with everything in it", async () => {
  const own = gitRepository(folder);
  const path = join(own.state, "worktrees/a");
  own.write("precious", "x\n", path);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  expect((await repository.openWorktree("a")).isNew).toBe(true);
  expect(readdirSync(path).toSorted()).toEqual([".git", ".gitignore", "a.txt", "src"]);
  expect(readFileSync(join(own.state, "worktrees/.aside/a.1/precious"), "utf8")).toBe("x\n");
});

test("work of an earlier process is found as it was left, and the worktree of a branch that is merged begins anew", async () => {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const worktree = await repository.openWorktree("a");
  own.write("half", "x\n", worktree.path);
  rmSync(join(worktree.path, "a.txt"));
  expect(await repository.openWorktree("a")).toEqual({ ...worktree, isNew: false });
  expect(own.git(["status", "--short"], worktree.path)).toBe("D a.txt\n?? half");
  await expect(repository.closeWorktree("a")).rejects.toMatchObject({ code: "unmerged" });
  own.git(["worktree", "remove", "--force", worktree.path]);
  own.git(["commit", "-q", "--allow-empty", "-m", "further"]);
  expect(await repository.openWorktree("a")).toEqual({
    ...worktree,
    base: own.git(["rev-parse", "main"]),
    isNew: true,
  });
});

test("a branch that a person has checked out is in the way", async () => {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  own.git(["switch", "-qc", "tusk/a"]);
  own.git(["commit", "-q", "--allow-empty", "-m", "mine"]);
  await expect(repository.openWorktree("a")).rejects.toMatchObject({ port: "repository", code: "in_the_way" });
});

test("ids of any text have worktrees of their own, told in the order of their bytes", async () => {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const ids = ["é/../x\n", "A", "a", "x".repeat(300), "-q"];
  for (const id of ids) await repository.openWorktree(id);
  expect((await repository.worktrees()).map(({ issueId }) => issueId)).toEqual([
    "-q",
    "A",
    "a",
    "x".repeat(300),
    "é/../x\n",
  ]);
});
