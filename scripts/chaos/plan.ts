import { join } from "node:path";

/** Where a worker ends itself: between two steps of a commit, or with half a line written, as a torn write leaves it. */
export type Death = "event" | "row" | "index" | "torn_row" | "torn_event";

export const DEATHS: readonly Death[] = ["event", "row", "index", "torn_row", "torn_event"];

/** What one worker process is told. */
export interface WorkerPlan {
  readonly folder: string;
  /** Stays the same over restarts: a successor must not be taken for its predecessor. */
  readonly name: string;
  /** One more with every process. */
  readonly number: number;
  readonly seed: number;
  /** No renewals, no zombies, nothing given back: for measuring. */
  readonly calm: boolean;
  /** Deletes the lock now and then while it holds it. */
  readonly unlocks: boolean;
  readonly death: { readonly at: Death; readonly after: number } | undefined;
}

/** The files of a run, all in one folder. */
export function runPaths(folder: string): {
  readonly issues: string;
  readonly index: string;
  readonly lock: string;
  readonly log: string;
  readonly quarantine: string;
  readonly journals: string;
} {
  const store = join(folder, ".premath");
  return {
    issues: join(store, "issues.jsonl"),
    index: join(store, "cache", "issues.db"),
    lock: join(store, "lock.db"),
    log: join(store, "log"),
    quarantine: join(store, "quarantine"),
    journals: join(folder, "journals"),
  };
}
