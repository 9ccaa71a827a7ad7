import type { Clock, Journal, JournalEvent, JournalRow } from "#ports";

const RESOLVED = Promise.resolve();

/** A journal whose rows can be looked at. */
export interface MemoryJournal extends Journal {
  /** Every row so far, in order. */
  readonly rows: readonly JournalRow[];
}

/** A journal that lives as long as the process and keeps no chain: for tests, and for runs that nobody resumes. `before`: rows to resume from. */
export function memoryJournal(sessionId: string, clock: Clock, before: readonly JournalRow[] = []): MemoryJournal {
  const rows = [...before];
  return {
    sessionId,
    opened: { rows: before, healed: [] },
    rows,
    head: undefined,
    isSettled: true,
    append(event: JournalEvent): JournalRow {
      const row = { seq: rows.length, at: clock.now(), event };
      rows.push(row);
      return row;
    },
    settled: () => RESOLVED,
    close: () => RESOLVED,
  };
}
