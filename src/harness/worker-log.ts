import type { HarnessRow } from "#kernel";
import type { Journal } from "#ports";
import { eventOf } from "./rows-of.ts";

/** Hears every row when it is durable, with its place and time. */
export type RowSink = (row: HarnessRow, place: { readonly seq: number; readonly at: string }) => void;

/** The journal of one worker: what it says is durable before anything follows from it (DESIGN 4). */
export class WorkerLog {
  readonly #journal: Journal;
  readonly #tell: RowSink;
  constructor(journal: Journal, tell: RowSink) {
    this.#journal = journal;
    this.#tell = tell;
  }

  /** Durable, and told, when it resolves. */
  async record(row: HarnessRow): Promise<void> {
    const { seq, at } = this.#journal.append(eventOf(row));
    await this.#journal.settled();
    this.#tell(row, { seq, at });
  }
}
