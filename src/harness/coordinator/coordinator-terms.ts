import type { Timestamp, Utf8 } from "#kernel";
import type { CoordinatorWatcher, IssueReads, WorkerProcesses } from "#ports";

/** What a coordinator is to do, everything settled. */
export interface CoordinatorTerms {
  /** Workers are called `<prefix>.<n>`. */
  readonly prefix: string;
  readonly maxParallel: number;
  /** So many workers are started for each of those that may run at once; undefined: until nothing is ready. */
  readonly rounds: number | undefined;
  readonly by: "id" | "priority";
  /** Whether further workers are started after one that failed. */
  readonly continueOnFailure: boolean;
  /** A worker that says nothing for so long is ended. */
  readonly silenceMs: number;
  /** What was told to stop and has not is killed after so long. */
  readonly graceMs: number;
}

/** Everything that a coordinator is given; it reaches nothing else. */
export interface CoordinatorPorts {
  readonly now: () => Timestamp;
  readonly utf8: Utf8;
  /** Rings once after so many milliseconds; the answer calls it off. */
  readonly alarm: (ms: number, ring: () => void) => () => void;
  readonly issues: Pick<IssueReads, "load">;
  readonly workers: WorkerProcesses;
  /** Why no additional worker may be started (M13); undefined: one may. */
  readonly expansion: () => Promise<string | undefined>;
  readonly watcher: CoordinatorWatcher;
}
