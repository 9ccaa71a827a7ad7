import { existsSync } from "node:fs";
import type { Worktree } from "#ports";
import { issueIdOf } from "./open-worktree.ts";
import { commonCommit, refValue, type RepositorySeat, targetHead } from "./repository-seat.ts";
import { issuePlace, registrations } from "./worktree-places.ts";

/** Every worktree of an issue that is there, by issue id in the order of bytes. */
export async function listWorktrees(seat: RepositorySeat): Promise<readonly Worktree[]> {
  const found = registrations(seat).flatMap((registration): readonly string[] => {
    const issueId = issueIdOf(registration);
    const isOurs =
      issueId !== undefined && issuePlace(seat, issueId).path === registration.path && existsSync(registration.path);
    return isOurs ? [issueId] : [];
  });
  const sorted = found.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const worktrees: Worktree[] = [];
  for (const issueId of sorted) {
    const { path, branch, ref } = issuePlace(seat, issueId);
    const tip = await refValue(seat, ref);
    if (tip !== undefined)
      worktrees.push({
        issueId,
        path,
        branch,
        base: (await commonCommit(seat, tip, await targetHead(seat))) ?? tip,
        isNew: false,
      });
  }
  return worktrees;
}
