import type { Worktree } from "#ports";
import type { EarlierWork, Stepping } from "./stepping.ts";

/**
 * What of earlier work is still there: rows say that it was done, and a person may have taken worktree or branch away since. What is neither in
 * the worktree nor in the target is to be done; else an issue would be closed with nothing (M07).
 */
export async function foundWork(stepping: Stepping, worktree: Worktree): Promise<EarlierWork> {
  const { stands, earlierSteps, earlierSession, earlierPacket } = stepping;
  const told = { stands, earlierSteps, earlierSession, earlierPacket };
  if (stands === "merged" || (stands === "none" && !worktree.isNew)) return told;
  const { changed } = await stepping.harness.ports.repository.snapshot(worktree);
  if (changed.length > 0 || (stands === "worked" && (await isInTarget(stepping)))) return told;
  // A session goes on where its files are.
  const gone = worktree.isNew ? { earlierSession: undefined, earlierPacket: undefined } : {};
  return { ...told, stands: "none", ...gone };
}

/** Whether a process died between the merge and its row. */
async function isInTarget({ harness, issue, earlierSteps }: Stepping): Promise<boolean> {
  const commits = await harness.ports.repository.commitsOf(issue.id);
  return commits.some(({ isMerged, trailers }) => isMerged && earlierSteps.includes(trailers["Tusk-Step"] ?? ""));
}
