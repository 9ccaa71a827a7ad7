import type { Journal } from "#ports";
import { AgentError } from "./agent-error.ts";

/** Journals that a run of this process writes now. */
const CLAIMED = new WeakSet<Journal>();

/**
 * Takes a journal for one run until {@link releaseJournal}. One that another run writes, or that belongs to another session, is refused:
 * rows of two runs in one chain would be nobody's.
 */
export async function claimJournal(journal: Journal, sessionId: string): Promise<Journal> {
  if (CLAIMED.has(journal))
    throw new AgentError("PolicyConfigInvalid", `session ${sessionId}: its journal is in use by another run`);
  if (journal.sessionId !== sessionId) {
    await discardJournal(journal);
    const found = `the journal that was given for it is that of session ${journal.sessionId}`;
    throw new AgentError("PolicyConfigInvalid", `session ${sessionId}: ${found}`);
  }
  CLAIMED.add(journal);
  return journal;
}

/** Closes a journal that was claimed, and lets the next run have it. */
export async function releaseJournal(journal: Journal | undefined): Promise<void> {
  if (journal === undefined) return;
  try {
    await journal.close();
  } finally {
    CLAIMED.delete(journal);
  }
}

/** Closes a journal that was opened for nobody; not one that another run writes. */
export async function discardJournal(journal: Journal): Promise<void> {
  if (!CLAIMED.has(journal)) await journal.close();
}
