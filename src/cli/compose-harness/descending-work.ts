import { join } from "node:path";
import { descend, HARNESS_HANDOFFS, WORKING_ROLE } from "#harness";
import { openHandoffs, readFileJournal } from "#memory";
import { runGit } from "#platform";
import type { Repository, Work } from "#ports";

/** Where sessions and packets are, and how far one piece of work may go. */
export interface DescendingOptions {
  readonly stateFolder: string;
  readonly repository: Pick<Repository, "root" | "snapshot">;
  /** Sessions of one piece of work at most; 4 unless it is said. */
  readonly maxSessions: number;
  /** Steps of each session behind the first; what is left of tokens and cost goes along with the packet. */
  readonly sessionSteps?: number;
}

/** Whoever works, in as many bounded sessions as the work takes, each going on from a packet of the one before (R23). */
export function descendingWork(
  work: Work,
  { stateFolder, repository, maxSessions, sessionSteps }: DescendingOptions,
): Work {
  return descend({
    work,
    handoffs: ({ path }) =>
      openHandoffs({ stateFolder, root: path, hasCommit: (commit) => hasCommit(repository.root, commit) }),
    readSession: (sessionId) => readFileJournal(join(stateFolder, "sessions", `${sessionId}.jsonl`)),
    repository,
    contract: HARNESS_HANDOFFS,
    role: WORKING_ROLE,
    maxSessions,
    ...(sessionSteps === undefined ? {} : { sessionSteps }),
  });
}

async function hasCommit(folder: string, commit: string): Promise<boolean> {
  return (await runGit(folder, ["cat-file", "-e", `${commit}^{commit}`])).ok;
}
