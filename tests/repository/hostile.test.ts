import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository } from "#platform";
import { hostileRepository } from "../support/hostile-repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const TOMORROW = new Date(Date.now() + 86_400_000);
const HOOKS = [
  "post-merge",
  "post-commit",
  "commit-msg",
  "prepare-commit-msg",
  "pre-rebase",
  "post-rewrite",
  "pre-auto-gc",
];

/** More settings that name a program, beside those of every hostile repository. */
const moreSettings = (program: string): Readonly<Record<string, string>> => ({
  "filter.x.process": program,
  "filter.x.required": "true",
  "diff.x.command": program,
  "gpg.ssh.program": program,
  "commit.gpgSign": "true",
  "user.signingKey": "x",
  "core.alternateRefsCommand": program,
  "core.gitProxy": program,
  "interactive.diffFilter": program,
  "sequence.editor": program,
  "submodule.recurse": "true",
  "trailer.x.command": program,
  "gc.auto": "1",
});

test("nothing that the harness does with a repository starts a program that its settings, attributes or hooks name (DESIGN 23)", async () => {
  const { root, program, isMarked } = hostileRepository(mkdtempSync(join(folder, "hostile-")));
  const git = (...words: readonly string[]): string =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  for (const [key, value] of Object.entries(moreSettings(program))) git("config", key, value);
  for (const hook of HOOKS) writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  rmSync(join(root, "inner"), { recursive: true });
  // The attributes come with the target's tree too, and from beside it.
  const plain = [
    "-c",
    "filter.x.clean=",
    "-c",
    "filter.x.required=false",
    "-c",
    "filter.x.process=",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
  ];
  git(...plain, "add", "-A");
  git(...plain, "-c", "commit.gpgSign=false", "commit", "-qm", "hostile");
  mkdirSync(join(root, ".git/info"), { recursive: true });
  writeFileSync(join(root, ".git/info/attributes"), "*.md filter=x diff=x merge=x\n");
  isMarked();

  const repository = await openRepository(root, { stateFolder: join(root, ".premath") });
  const [first, second] = [await repository.openWorktree("one"), await repository.openWorktree("two")];
  const commits: string[] = [];
  for (const worktree of [first, second]) {
    writeFileSync(join(worktree.path, "file"), worktree === first ? "one\nchanged\n" : "changed\ntwo\n");
    // Newer than any index: a git that writes one looks into it again, through its filter.
    utimesSync(join(worktree.path, "file"), TOMORROW, TOMORROW);
    const trailers = [["Tusk-Issue", worktree.issueId]] as const;
    const commit = async (name: string): Promise<string> => {
      writeFileSync(join(worktree.path, name), "new\n");
      const { tree } = await repository.snapshot(worktree);
      return repository.commit(worktree, { tree, message: "work", trailers });
    };
    await commit(`${worktree.issueId}.md`);
    commits.push(await commit(`${worktree.issueId}-more.md`));
  }
  // A repository among the files, by whose settings git would look into it.
  const inner = join(first.path, "inner");
  for (const words of [
    ["init", "-q"],
    ["config", "filter.x.clean", program],
    ["config", "core.fsmonitor", program],
  ])
    execFileSync("git", [...words.slice(0, 1), ...(words[0] === "init" ? ["-q", inner] : words.slice(1))], {
      cwd: words[0] === "init" ? first.path : inner,
    });
  writeFileSync(join(inner, "a"), "a\n");
  execFileSync("git", ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "add", "a"], { cwd: inner });
  execFileSync(
    "git",
    [
      "-c",
      "core.fsmonitor=false",
      "-c",
      "user.name=x",
      "-c",
      "user.email=x@x",
      "-c",
      "core.hooksPath=/dev/null",
      "commit",
      "-qm",
      "inner",
    ],
    { cwd: inner },
  );
  writeFileSync(join(inner, ".git/info/attributes"), "* filter=x\n");
  writeFileSync(join(inner, "a"), "b\n");
  isMarked();
  const gitlink = execFileSync("git", ["rev-parse", "HEAD"], { cwd: inner, encoding: "utf8" }).trim();
  execFileSync("git", [...plain, "update-index", "--add", "--cacheinfo", `160000,${gitlink},inner`], {
    cwd: first.path,
  });
  await repository.snapshot(first);
  expect(isMarked()).toBe(false);
  execFileSync("git", [...plain, "update-index", "--force-remove", "inner"], { cwd: first.path });
  rmSync(inner, { recursive: true });
  expect((await repository.merge(first, commits[0] ?? "")).kind).toBe("merged");
  expect((await repository.merge(second, commits[1] ?? "")).kind).toBe("behind");
  // A real merge of one file, for which the attributes name a driver.
  expect(await repository.rebase(second)).toMatchObject({ kind: expect.stringMatching(/rebased|conflict/) as string });
  expect(await repository.openWorktree("two")).toMatchObject({ isNew: false });
  expect(await repository.commitsOf("one")).toHaveLength(2);
  expect(await repository.worktrees()).toHaveLength(2);
  await repository.closeWorktree("one");
  expect(isMarked()).toBe(false);
  // The attributes are in force: plain git would have run it.
  writeFileSync(join(root, "file"), "again\n");
  spawnSync("git", ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "add", "file"], { cwd: root });
  expect(isMarked()).toBe(true);
});
