import type { HarnessRow } from "#kernel";

/** The other workers of a state folder, by what they left. */
export interface Workers {
  /** Every worker that ever kept a journal here, in byte order. */
  readonly list: () => readonly string[];
  /** The rows that a worker has written so far; nothing is locked. */
  readonly rows: (workerId: string) => readonly HarnessRow[];
  /** Opens the journal of a worker that is gone, to settle what it left; undefined while a process holds it. */
  readonly takeOver: (workerId: string) => Promise<GoneWorker | undefined>;
}

/** The journal of a worker that is gone, held until it is closed. */
export interface GoneWorker {
  readonly rows: readonly HarnessRow[];
  /** Durable when it resolves. */
  readonly record: (row: HarnessRow) => Promise<void>;
  readonly close: () => Promise<void>;
}
