import type { Clock } from "#ports";

/** Whether rows are forced to the disk, or only handed to the machine: then a kill loses nothing, and a power cut may. */
export type JournalSync = "always" | "never";

/** Which journal, whose, and how safe its rows are to be. */
export interface JournalOptions {
  readonly path: string;
  readonly sessionId: string;
  /** The machine's clock unless it is given. */
  readonly clock?: Clock;
  /** `always` unless it is given. */
  readonly sync?: JournalSync;
}
