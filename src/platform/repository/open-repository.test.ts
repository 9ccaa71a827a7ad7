import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

test("work goes from a worktree to the target, and the person's checkout goes along", async () => {
  const { root, state, git, write } = gitRepository(folder);
  const repository = await openRepository(root, { stateFolder: state });
  const first = await repository.targetHead();
  const worktree = await repository.openWorktree("BD-7.1");
  expect(worktree).toEqual({
    issueId: "BD-7.1",
    path: join(state, "worktrees/_b_d-7.1"),
    branch: "tusk/_b_d-7.1",
    base: first,
    isNew: true,
  });
  write("a.txt", "changed\n", worktree.path);
  write("new/c.txt", "three\n", worktree.path);
  write("node_modules/x.js", "", worktree.path);
  const { tree, changed, skipped } = await repository.snapshot(worktree);
  expect({ changed, skipped }).toEqual({ changed: ["a.txt", "new/c.txt"], skipped: [] });
  expect(git(["status", "--short"], worktree.path)).toBe("M a.txt\n?? new/");
  const draft = { tree, message: "bd-7: a thing", trailers: [["Tusk-Issue", "BD-7.1"]] } as const;
  const commit = await repository.commit(worktree, draft);
  expect(await repository.commit(worktree, draft)).toBe(commit);
  expect(git(["status", "--short"], worktree.path)).toBe("");
  expect(await repository.openWorktree("BD-7.1")).toEqual({ ...worktree, isNew: false });
  expect(await repository.worktrees()).toEqual([{ ...worktree, isNew: false }]);
  write("mine.txt", "a person's\n");
  write("src/b.txt", "a person's\n");
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "merged", commit });
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "already", commit });
  expect(git(["status", "--short"])).toBe("M src/b.txt\n?? mine.txt");
  expect(git(["rev-parse", "HEAD"])).toBe(commit);
  expect(readFileSync(join(root, "new/c.txt"), "utf8")).toBe("three\n");
  expect(git(["log", "-1", "--format=%an %ae%n%B"])).toBe("Ada ada@example.test\nbd-7: a thing\n\nTusk-Issue: BD-7.1");
  await repository.closeWorktree("BD-7.1");
  expect(await repository.worktrees()).toEqual([]);
  expect(git(["branch", "--list", "tusk/*"])).toBe("");
  expect(await repository.commitsOf("BD-7.1")).toEqual([
    { commit, tree, isMerged: true, trailers: { "Tusk-Issue": "BD-7.1" } },
  ]);
});

test.each<{ readonly what: string; readonly leave: (own: GitRepository) => string; readonly code: string }>([
  { what: "no repository", leave: ({ root }) => join(root, ".."), code: "no_repository" },
  {
    what: "a bare repository",
    leave: ({ root, git }) => {
      git(["init", "-q", "--bare", "bare.git"]);
      return join(root, "bare.git");
    },
    code: "no_repository",
  },
  {
    what: "no branch checked out",
    leave: ({ root, git }) => {
      git(["checkout", "-q", "--detach"]);
      return root;
    },
    code: "detached",
  },
])("$what is said in one sentence", async ({ leave, code }) => {
  const own = gitRepository(folder);
  await expect(openRepository(leave(own), { stateFolder: own.state })).rejects.toMatchObject({
    port: "repository",
    code,
  });
});

test("a repository without a commit can be opened, and says that there is nothing to begin at", async () => {
  const own = gitRepository(folder, { isEmpty: true });
  const repository = await openRepository(own.root, { stateFolder: own.state });
  expect(repository.target).toBe("main");
  await expect(repository.targetHead()).rejects.toMatchObject({ code: "no_commit" });
  await expect(repository.openWorktree("a")).rejects.toMatchObject({ code: "no_commit" });
  expect(own.git(["for-each-ref"])).toBe("");
});

test("without a configured name commits are by a fixed one, and never by the machine's", async () => {
  const own = gitRepository(folder);
  own.git(["config", "--unset", "user.name"]);
  own.git(["config", "--unset", "user.email"]);
  const home = process.env["HOME"];
  process.env["HOME"] = folder;
  try {
    const repository = await openRepository(join(own.root, "src"), { stateFolder: own.state, target: "main" });
    expect(repository.root).toBe(own.root);
    const worktree = await repository.openWorktree("a");
    const { tree } = await repository.snapshot(worktree);
    const trailers = [
      ["Tusk-Issue", "a"],
      ["Tusk-Note", "two\n lines"],
    ] as const;
    const commit = await repository.commit(worktree, { tree, message: "", trailers });
    expect(own.git(["log", "-1", "--format=%an <%ae>, %cn <%ce>%n%B", commit])).toBe(
      "tusk <tusk@localhost>, tusk <tusk@localhost>\nTusk-Issue: a\nTusk-Note: two lines",
    );
    expect(await repository.commitsOf("a")).toEqual([
      { commit, tree, isMerged: false, trailers: { "Tusk-Issue": "a", "Tusk-Note": "two lines" } },
    ]);
  } finally {
    process.env["HOME"] = home;
  }
});

test("a repository with long hashes works the same", async () => {
  const root = mkdtempSync(join(folder, "sha256-"));
  const own = gitRepository(folder);
  own.git(["init", "-q", "-b", "main", "--object-format=sha256"], root);
  own.write("a.txt", "one\n", root);
  own.git(["add", "."], root);
  own.git(["-c", "user.name=x", "-c", "user.email=x@example.test", "commit", "-qm", "first"], root);
  const repository = await openRepository(root, { stateFolder: join(root, ".premath") });
  const worktree = await repository.openWorktree("a");
  own.write("b.txt", "two\n", worktree.path);
  const { tree } = await repository.snapshot(worktree);
  const commit = await repository.commit(worktree, { tree, message: "b", trailers: [] });
  expect(await repository.merge(worktree, commit)).toEqual({ kind: "merged", commit });
  expect(own.git(["status", "--short"], root)).toBe("?? .premath/");
});

test("workers bring their work onto the target one after the other; whoever is called off while it waits does nothing", async () => {
  const own = gitRepository(folder);
  const [one, other] = await Promise.all([1, 2].map(() => openRepository(own.root, { stateFolder: own.state })));
  const [signal, switching] = [new AbortController().signal, new AbortController()];
  const [holding, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const seen: string[] = [];
  const first = one?.inTurn(signal, async () => {
    holding.resolve();
    await done.promise;
    seen.push("first");
    return 1;
  });
  await holding.promise;
  const second = other?.inTurn(signal, async () => seen.push("second"));
  const third = other?.inTurn(switching.signal, async () => seen.push("third"));
  switching.abort("enough");
  expect(await third).toBeUndefined();
  done.resolve();
  expect([await first, await second, seen]).toEqual([1, 2, ["first", "second"]]);
});
