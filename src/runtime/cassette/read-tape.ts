import { readTapeEntry, type TapeOpened } from "#kernel";
import type { ReadCassette, ReplayRefusal } from "#ports";
import type { PlacedEntry } from "./tape-cursor.ts";

/** One recorded run. */
export interface TapedRun {
  readonly row: number;
  readonly opened: TapeOpened;
  readonly entries: PlacedEntry[];
}

/** The recorded runs of a cassette as far as its rows can be read, and what is wrong behind them. */
export interface ReadTape {
  readonly runs: readonly TapedRun[];
  readonly refusal?: ReplayRefusal;
}

/** Takes a cassette apart into its runs, up to the first row that cannot be used. */
export function readTape({ rows, damage }: ReadCassette): ReadTape {
  const runs: TapedRun[] = [];
  for (const { seq: row, event } of rows) {
    if (event.kind.startsWith("journal.")) continue;
    const reading = readTapeEntry(event);
    if (!reading.ok) return { runs, refusal: { code: "unreadable", row, message: reading.problem } };
    const { entry } = reading;
    if (entry.kind === "tape.sealed") return { runs, refusal: { code: "zero_retention", row, message: SEALED } };
    const run = runs.at(-1);
    if (entry.kind === "tape.opened") runs.push({ row, opened: entry, entries: [] });
    else if (run === undefined) return { runs, refusal: { code: "no_run", row, message: NO_RUN } };
    else if (run.entries.at(-1)?.entry.kind === "tape.ended")
      return { runs, refusal: { code: "unreadable", row, message: `${entry.kind} stands behind the end of its run` } };
    else run.entries.push({ row, entry });
  }
  if (damage !== undefined) {
    const { line, offset, problem } = damage;
    const message = `line ${line} at byte ${offset}: ${problem}`;
    return { runs, refusal: { code: "damaged", row: line - 1, message } };
  }
  return runs.length === 0 ? { runs, refusal: { code: "no_run", message: NO_RUN } } : { runs };
}

const SEALED =
  "the run was recorded under zero data retention: the cassette holds digests, and nothing can be replayed";
const NO_RUN = "a cassette begins with a run (tape.opened)";
