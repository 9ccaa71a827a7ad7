import type { CancelSignal, WorkerTerms } from "#ports";
import type { HarnessPorts } from "./harness-ports.ts";
import type { WorkerLog } from "./worker-log.ts";

/** What boot, step and stop of one worker share. */
export interface Harness {
  readonly terms: WorkerTerms;
  readonly ports: HarnessPorts;
  readonly log: WorkerLog;
  /** Calls everything off: what is under way is handed over. */
  readonly signal: CancelSignal;
}
