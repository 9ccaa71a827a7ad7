import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JournalMend, type Timestamp, timestampOfNanos, type WalkedJournal } from "#kernel";
import { openFileJournal, readFileJournal } from "#memory";
import { type Clock, type Journal, type JournalEvent, type JournalRow, PortError } from "#ports";

/** A clock that goes on by a millisecond each time it is asked. */
export function steppingClock(): Clock {
  let nanos = 1_772_000_000_000_000_000n;
  return { now: (): Timestamp => timestampOfNanos((nanos += 1_000_000n)) };
}

/** Opens the journal of session `s1` in a folder. */
export function openIn(folder: string, sync: "always" | "never" = "never"): Promise<Journal> {
  return openFileJournal({ path: pathIn(folder), sessionId: "s1", clock: steppingClock(), sync });
}

export function pathIn(folder: string): string {
  return join(folder, "s1.jsonl");
}

/** The rows that are not the journal's own. */
export function said(rows: readonly JournalRow[]): readonly JournalEvent[] {
  return rows.map(({ event }) => event).filter(({ kind }) => !kind.startsWith("journal."));
}

/** Writes a journal of events in its own folder, closed, and gives its bytes. */
export async function written(folder: string, events: readonly JournalEvent[]): Promise<Buffer> {
  const journal = await openIn(folder);
  for (const event of events) journal.append(event);
  await journal.close();
  return readFileSync(pathIn(folder));
}

/** The journal as it stands, in few words. */
export async function standing(folder: string): Promise<{
  readonly rows: number;
  readonly mends: readonly JournalMend["kind"][];
  readonly damage: WalkedJournal["damage"];
}> {
  const { rows, mends, damage } = await readFileJournal(pathIn(folder));
  return { rows: rows.length, mends: mends.map(({ kind }) => kind), damage };
}

/** What a promise was rejected with: code and text of an error of the journal. */
export async function refusal(work: Promise<unknown>): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof PortError && error.port === "journal") return { code: error.code, message: error.message };
    throw error;
  }
  return { code: "none", message: "nothing was refused" };
}
