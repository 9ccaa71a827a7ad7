import { existsSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openRepository } from "#platform";

/**
 * A worker in a process of its own: `<root> <issue id>...`. For each issue it opens the worktree, writes files, changes one and deletes one where there are many, commits, merges and
 * closes; what an earlier one had merged is only closed.
 */
const [root = "", ...issueIds] = process.argv.slice(2);
const TRIES = 200;

const repository = await openRepository(root, { stateFolder: join(root, ".premath") });
for (const issueId of issueIds) {
  const known = await repository.commitsOf(issueId);
  const isDone = known.some(({ isMerged }) => isMerged);
  if (!isDone) await work(issueId);
  await repository.closeWorktree(issueId);
  writeSync(1, `done ${issueId}\n`);
}

async function work(issueId: string): Promise<void> {
  const worktree = await repository.openWorktree(issueId);
  for (let at = 0; at < 5; at += 1)
    writeFileSync(join(worktree.path, `${issueId}-${at}.txt`), `${issueId}\n`.repeat(1000 * at));
  const number = Number(issueId.replaceAll(/\D/g, ""));
  const many = (at: number): string => join(worktree.path, "many", `${at % 10}`, `${at}.txt`);
  rmSync(many(number), { force: true });
  if (existsSync(many(number + 100))) writeFileSync(many(number + 100), `${issueId}\n`);
  const { tree } = await repository.snapshot(worktree);
  const trailers = [["Tusk-Issue", issueId]] as const;
  let commit = await repository.commit(worktree, { tree, message: `work on ${issueId}`, trailers });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const merging = await repository.merge(worktree, commit);
    if (merging.kind === "merged" || merging.kind === "already") return;
    if (merging.kind === "in_the_way") throw new Error(merging.reason);
    const rebasing = await repository.rebase(worktree);
    if (rebasing.kind === "conflict") throw new Error(`conflict in ${rebasing.paths.join(", ")}`);
    ({ commit } = rebasing);
  }
  throw new Error(`${issueId} did not catch up with the target`);
}
