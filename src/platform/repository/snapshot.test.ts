import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

test("a snapshot holds every kind of file as it is, and leaves index and files alone", async () => {
  const { root, state, git, write } = gitRepository(folder);
  write("gone.txt", "x\n");
  write("was-file", "x\n");
  write("was/folder/f", "x\n");
  write("script.sh", "#!/bin/sh\n");
  git(["add", "."]);
  git(["commit", "-qm", "more"]);
  const repository = await openRepository(root, { stateFolder: state });
  const worktree = await repository.openWorktree("a");
  const at = (path: string): string => join(worktree.path, path);
  rmSync(at("gone.txt"));
  rmSync(at("was-file"));
  write("was-file/inside", "y\n", worktree.path);
  rmSync(at("was"), { recursive: true });
  write("was", "now a file\n", worktree.path);
  chmodSync(at("script.sh"), 0o755);
  symlinkSync("a.txt", at("link"));
  symlinkSync("/nowhere/at/all", at("dangling"));
  write("with\nnewline", "n\n", worktree.path);
  write("größe.txt", "n\n", worktree.path);
  write("A.txt", "other case\n", worktree.path);
  write(":(top)*", "a pathspec\n", worktree.path);
  writeFileSync(Buffer.concat([Buffer.from(`${worktree.path}/`), Buffer.from([0x62, 0xff])]), "bytes\n");
  writeFileSync(at("binary"), Buffer.from([0, 1, 2, 255]));
  writeFileSync(at("big"), Buffer.alloc(20_000_000, "x"));
  write("node_modules/ignored.js", "x\n", worktree.path);
  mkdirSync(at("empty"));
  const index = readFileSync(git(["rev-parse", "--git-path", "index"], worktree.path));
  const { tree, changed, skipped } = await repository.snapshot(worktree);
  expect(skipped).toEqual([]);
  expect(changed).toEqual([
    ":(top)*",
    "A.txt",
    "big",
    "binary",
    `"b\\377"`,
    "dangling",
    "gone.txt",
    "größe.txt",
    "link",
    "script.sh",
    "was",
    "was-file",
    "was-file/inside",
    "was/folder/f",
    "with\nnewline",
  ]);
  expect(readFileSync(git(["rev-parse", "--git-path", "index"], worktree.path)).equals(index)).toBe(true);
  expect(
    git(["ls-tree", tree, "link", "script.sh", "a.txt"])
      .split("\n")
      .map((line) => line.slice(0, 6)),
  ).toEqual(["100644", "120000", "100755"]);
  expect(git(["cat-file", "-p", `${tree}:link`])).toBe("a.txt");
  expect(await repository.snapshot(worktree)).toEqual({ tree, changed, skipped });
  await repository.commit(worktree, { tree, message: "all", trailers: [] });
  expect(git(["status", "--short"], worktree.path)).toBe("");
});

test("the state folder keeps what the base has, and a repository among the files is left out and told", async () => {
  const { root, state, git, write } = gitRepository(folder);
  write(".gitignore", "");
  write(".premath/issues.jsonl", "base\n");
  git(["add", "-f", "."]);
  git(["commit", "-qm", "state"]);
  const repository = await openRepository(root, { stateFolder: state });
  const worktree = await repository.openWorktree("a");
  write(".premath/issues.jsonl", "forged\n", worktree.path);
  write(".premath/more", "forged\n", worktree.path);
  for (const [name, isEmpty] of [
    ["nested", false],
    ["empty-nested", true],
  ] as const) {
    mkdirSync(join(worktree.path, name));
    git(["init", "-q"], join(worktree.path, name));
    write(`${name}/file`, "x\n", worktree.path);
    if (!isEmpty)
      git(
        ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x"],
        join(worktree.path, name),
      );
  }
  write("real.txt", "x\n", worktree.path);
  const { tree, changed, skipped } = await repository.snapshot(worktree);
  expect({ changed, skipped }).toEqual({ changed: ["real.txt"], skipped: ["empty-nested/", "nested/"] });
  expect(git(["cat-file", "-p", `${tree}:.premath/issues.jsonl`])).toBe("base");
  // What is not in a commit would be lost.
  const commit = await repository.commit(worktree, { tree, message: "work", trailers: [] });
  rmSync(join(worktree.path, ".premath"), { recursive: true });
  await repository.merge(worktree, commit);
  await expect(repository.closeWorktree("a")).rejects.toMatchObject({ code: "unmerged" });
});

test("line ends are as the attributes say, in the snapshot and in the checkout", async () => {
  const { root, state, git, write } = gitRepository(folder);
  write(".gitattributes", "*.bat text eol=crlf\n");
  write("x.bat", "one\r\n");
  git(["add", "."]);
  git(["commit", "-qm", "crlf"]);
  const repository = await openRepository(root, { stateFolder: state });
  const worktree = await repository.openWorktree("a");
  expect(readFileSync(join(worktree.path, "x.bat"), "utf8")).toBe("one\r\n");
  expect((await repository.snapshot(worktree)).changed).toEqual([]);
  write("x.bat", "two\r\n", worktree.path);
  const { tree } = await repository.snapshot(worktree);
  expect(git(["cat-file", "-p", `${tree}:x.bat`])).toBe("two");
  await repository.merge(worktree, await repository.commit(worktree, { tree, message: "w", trailers: [] }));
  expect(readFileSync(join(root, "x.bat"), "utf8")).toBe("two\r\n");
  expect(git(["status", "--short"])).toBe("");
});

test("a submodule keeps its place: an empty folder, which is no change, and its entry", async () => {
  const { root, state, git, write } = gitRepository(folder);
  const first = git(["rev-parse", "HEAD"]);
  git(["update-index", "--add", "--cacheinfo", `160000,${first},lib/sub`]);
  git(["commit", "-qm", "submodule"]);
  const repository = await openRepository(root, { stateFolder: state });
  const worktree = await repository.openWorktree("a");
  expect(git(["status", "--short"], worktree.path)).toBe("");
  write("x", "x\n", worktree.path);
  const { tree, changed, skipped } = await repository.snapshot(worktree);
  expect({ changed, skipped }).toEqual({ changed: ["x"], skipped: [] });
  expect(git(["ls-tree", tree, "lib/sub"])).toBe(`160000 commit ${first}\tlib/sub`);
  await repository.merge(worktree, await repository.commit(worktree, { tree, message: "x", trailers: [] }));
  await repository.closeWorktree("a");
});
