import type { JournalMend, WalkedJournal, WalkedRow } from "#kernel";
import { PortError, type SessionJournal, type SessionReads } from "#ports";

/** A row that does not stand, and why. */
export interface RowProblem {
  readonly seq: number;
  readonly problem: string;
}

/** A journal as far as it holds; where the machine does not give it, that is a finding like any other: the rest is walked all the same. */
export function readWalked(journal: SessionJournal, sessions: Pick<SessionReads, "read">): WalkedJournal | PortError {
  try {
    return sessions.read(journal);
  } catch (error) {
    if (error instanceof PortError) return error;
    throw error;
  }
}

/** A journal that was copied over another one's, or renamed. */
export function foreignRow({ sessionId }: SessionJournal, rows: readonly WalkedRow[]): RowProblem | undefined {
  for (const { seq, event } of rows) {
    const named =
      event.kind === "journal.opened"
        ? event["session"]
        : event.kind === "session.started"
          ? event["sessionId"]
          : sessionId;
    if (named !== sessionId)
      return { seq, problem: `${event.kind}: it is of another session than the file's name says` };
  }
  return undefined;
}

const MENDS: Readonly<Record<JournalMend["kind"], string>> = {
  torn: "a row was never finished",
  glued: "two rows stand on one line",
  unended: "the last row has no newline",
};

/** What a crash left, in one sentence. */
export function mendText({ kind, line }: JournalMend): string {
  return `line ${line}: ${MENDS[kind]} (the next run mends it)`;
}

/** The line of a row; 0 where there is no such row. */
export function lineOf(rows: readonly WalkedRow[], seq: number): number {
  return rows.find((row) => row.seq === seq)?.line ?? 0;
}
