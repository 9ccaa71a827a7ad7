import { auditWorker, type BootRoots, stepRoots, type WalkedJournal, type WorkerAudit } from "#kernel";
import { PortError, type SessionReads, type WorkerJournal } from "#ports";
import { readWalked } from "./read-walked.ts";

/** A worker's journal as it was read, or why it cannot be; its rows are read once, before anything that they name is looked for. */
export interface WorkerBook {
  readonly journal: WorkerJournal;
  readonly walked: WalkedJournal | PortError;
  readonly audit: WorkerAudit;
  /** Where each of its steps had its memory. */
  readonly roots: ReadonlyMap<string, BootRoots>;
}

/** Reads every worker's journal. What is written later stands in none of them, and what they name is there by now. */
export function readWorkerBooks(sessions: SessionReads): readonly WorkerBook[] {
  return sessions.workers().map((journal) => readWorkerBook(journal, sessions));
}

/** Reads one worker's journal as it stands now. */
export function readWorkerBook(journal: WorkerJournal, sessions: SessionReads): WorkerBook {
  const walked = readWalked(journal, sessions);
  const rows = walked instanceof PortError ? [] : walked.rows;
  const audit = auditWorker(rows, journal.workerId);
  return { journal, walked, audit, roots: stepRoots(audit.rows) };
}

/**
 * Whether a file that a worker named is the state folder's own: the very path, or the same name in a folder that was moved since. What has
 * another name is kept elsewhere.
 */
export function isOwnFile(named: string, own: string): boolean {
  return named.slice(named.lastIndexOf("/") + 1) === own.slice(own.lastIndexOf("/") + 1);
}
