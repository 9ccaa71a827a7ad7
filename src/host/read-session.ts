import {
  type JournalDamage,
  readSessionEvent,
  SessionHistory,
  type SessionEvent,
  type Timestamp,
  type WalkedJournal,
} from "#kernel";
import type { SessionJournal, SessionReads } from "#ports";

/** One row of a session that was read, and its place. */
export interface ReadRow {
  readonly seq: number;
  readonly at: Timestamp;
  readonly event: SessionEvent;
}

/** A session as far as its journal holds: its rows, the conversation that they come to, and what is wrong behind them. */
export interface ReadSession {
  readonly sessionId: string;
  readonly path: string;
  readonly rows: readonly ReadRow[];
  readonly history: SessionHistory;
  /** Its policies let nobody keep content: its rows are digests. */
  readonly isSealed: boolean;
  readonly problem?: string;
}

/** Why there is nothing to see of a session. */
export const SEALED = "its policies let nobody keep content (zero retention): its rows are digests";

/** Reads a session up to its first bad row. */
export function readSession(journal: SessionJournal, sessions: SessionReads): ReadSession {
  const walked = sessions.read(journal);
  const history = new SessionHistory();
  const rows: ReadRow[] = [];
  const isSealed = walked.rows.some(({ event }) => event.kind === "row.sealed");
  for (const { seq, at, event: row } of walked.rows) {
    if (row.kind.startsWith("journal.")) continue;
    const reading = readSessionEvent(row);
    const problem = reading.ok ? history.take(reading.event) : reading.problem;
    if (!reading.ok || problem !== undefined)
      return { ...journal, rows, history, isSealed, problem: `row ${seq}: ${problem ?? ""}` };
    rows.push({ seq, at, event: reading.event });
  }
  const damage = damageOf(walked);
  return { ...journal, rows, history, isSealed, ...(damage === undefined ? {} : { problem: damage }) };
}

function damageOf({ damage }: WalkedJournal): string | undefined {
  return damage === undefined ? undefined : damageText(damage);
}

/** Where a journal stops to hold, and why. */
export function damageText({ line, offset, problem }: JournalDamage): string {
  return `line ${line} at byte ${offset}: ${problem}`;
}
