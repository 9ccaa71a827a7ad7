import { type HarnessRow, harnessRow } from "#kernel";
import type { JournalEvent, JournalRow } from "#ports";

/** The harness's rows of a journal, in order; the journal's own are passed over. */
export function rowsOf(rows: readonly JournalRow[]): readonly HarnessRow[] {
  return rows.flatMap(({ event }) => harnessRow(event) ?? []);
}

/** A row as a journal takes it. */
export function eventOf(row: HarnessRow): JournalEvent {
  return row;
}
