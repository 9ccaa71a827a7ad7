import { readdirSync } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "#kernel";
import { type Clock, type Journal, type JournalRow, PortError } from "#ports";
import { fileJournal } from "../journal/open-file-journal.ts";
import { WORKER_JOURNAL, WORKERS } from "../sessions/session-places.ts";
import { readJournal } from "../journal/read-file-journal.ts";

/** The journals of a state folder's workers. */
export interface WorkerJournals {
  /** Every worker that ever kept a journal here, in byte order. */
  list(): readonly string[];
  /** The rows of a worker as they stand on the disk, up to the first that does not hold; nothing is locked or changed. */
  rows(workerId: string): readonly JournalRow[];
  /** Opens the journal of a worker and holds it: while it is open, no other process is this worker. Refuses with `busy` where one is. */
  open(workerId: string, clock: Clock): Promise<Journal>;
}

/** Journals of workers as files: `workers/<name>/journal.jsonl`. */
export class FileWorkerJournals implements WorkerJournals {
  readonly #folder: string;
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, WORKERS);
  }

  list(): readonly string[] {
    try {
      const entries = readdirSync(this.#folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      return entries.map(({ name }) => name).toSorted(byCodePoint);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  }

  rows(workerId: string): readonly JournalRow[] {
    try {
      return readJournal(this.#pathOf(workerId)).rows;
    } catch (error) {
      if (error instanceof PortError && error.code === "missing") return [];
      throw error;
    }
  }

  open(workerId: string, clock: Clock): Promise<Journal> {
    return fileJournal({ path: this.#pathOf(workerId), sessionId: `worker:${workerId}`, clock, sync: "always" });
  }

  #pathOf(workerId: string): string {
    return join(this.#folder, workerId, WORKER_JOURNAL);
  }
}
