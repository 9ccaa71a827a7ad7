import type { Timestamp } from "#kernel";
import type { StoreNotice } from "#ports";

/** A moment between two steps of a commit; tests kill the process there. */
export type CommitPoint = "event" | "row" | "index";

/** What a store is given besides its path. */
export interface StoreOptions {
  readonly now: () => Timestamp;
  readonly notice?: (notice: StoreNotice) => void;
  /** How long a writer waits for the lock. */
  readonly patienceMs?: number;
  readonly at?: (point: CommitPoint) => void;
}
