import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Repository, Worktree } from "#ports";
import { type GitRepository, gitRepository } from "../../../tests/support/git-repository.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { openRepository } from "./open-repository.ts";

const folder = temporaryFolder();

interface Begun {
  readonly own: GitRepository;
  readonly repository: Repository;
  readonly worktree: Worktree;
}

async function begun(): Promise<Begun> {
  const own = gitRepository(folder);
  const repository = await openRepository(own.root, { stateFolder: own.state });
  const worktree = await repository.openWorktree("one");
  writeFileSync(join(worktree.path, "new.txt"), "new\n");
  return { own, repository, worktree };
}

async function commitWith(
  { repository, worktree }: Begun,
  witness: string,
  issue: string = worktree.issueId,
): Promise<string> {
  const { tree } = await repository.snapshot(worktree);
  const trailers = [
    ["Tusk-Issue", issue],
    ["Tusk-Witness", witness],
  ] as const;
  return repository.commit(worktree, { tree, message: "new", trailers });
}

const branch = ({ own, worktree }: Begun): string =>
  own.git([
    "log",
    "--format=%(trailers:key=Tusk-Witness,valueonly,separator=)",
    `${worktree.base}..${worktree.branch}`,
  ]);

test("what is verified once more is committed once, under its newest witness", async () => {
  const place = await begun();
  const first = await commitWith(place, "sha256:1");
  const second = await commitWith(place, "sha256:2");
  expect([second === first, branch(place)]).toEqual([false, "sha256:2"]);
  expect(await commitWith(place, "sha256:2")).toBe(second);
  expect(place.own.git(["status", "--short"], place.worktree.path)).toBe("");
});

test("another tree is a commit behind it", async () => {
  const place = await begun();
  await commitWith(place, "sha256:1");
  writeFileSync(join(place.worktree.path, "more.txt"), "more\n");
  await commitWith(place, "sha256:2");
  expect(branch(place).split("\n")).toEqual(["sha256:2", "sha256:1"]);
});

test("what is merged, and what is another's, stays as it is", async () => {
  const merged = await begun();
  const first = await commitWith(merged, "sha256:1");
  await merged.repository.merge(merged.worktree, first);
  await commitWith(merged, "sha256:2");
  expect(branch(merged).split("\n")).toEqual(["sha256:2", "sha256:1"]);
  const foreign = await begun();
  await commitWith(foreign, "sha256:1", "somebody-else");
  await commitWith(foreign, "sha256:2");
  expect(branch(foreign).split("\n")).toEqual(["sha256:2", "sha256:1"]);
});
