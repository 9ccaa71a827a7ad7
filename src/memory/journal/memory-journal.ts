import { assertRowEvent } from "#kernel";
import type { Clock, Journal, JournalEvent, JournalOpening, JournalRow } from "#ports";
import { rowTime } from "./row-time.ts";

const RESOLVED = Promise.resolve();

/** A journal whose rows can be looked at. */
export interface MemoryJournal extends Journal {
  /** Every row so far, in order. */
  readonly rows: readonly JournalRow[];
}

/**
 * A journal that lives as long as the process and keeps no chain: for tests, and for runs that nobody resumes. `before`: rows to resume
 * from. Closing it opens it anew, for whoever writes next.
 */
export function memoryJournal(sessionId: string, clock: Clock, before: readonly JournalRow[] = []): MemoryJournal {
  const rows = [...before];
  let opened: JournalOpening = { rows: before, healed: [] };
  return {
    sessionId,
    get opened(): JournalOpening {
      return opened;
    },
    rows,
    head: undefined,
    isSettled: true,
    append(event: JournalEvent): JournalRow {
      assertRowEvent(event);
      const row = { seq: rows.length, at: rowTime(clock), event };
      rows.push(row);
      return row;
    },
    settled: () => RESOLVED,
    close(): Promise<void> {
      opened = { rows: rows.slice(), healed: [] };
      return RESOLVED;
    },
  };
}
