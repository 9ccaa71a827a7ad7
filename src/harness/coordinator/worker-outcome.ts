import type { WorkerNews, WorkerOutcome } from "#ports";

/** What is known of a worker that has ended. */
export interface EndedWorker {
  readonly ended: Extract<WorkerNews, { readonly kind: "ended" }>;
  readonly claimedAny: boolean;
  /** We had told it to stop. */
  readonly wasTold: boolean;
  /** It said that something it needs was another's. */
  readonly foundBusy: boolean;
}

const DONE = 0;
const FAILED = 1;
const UNUSABLE = 2;

/** How a worker ended, by its exit code and what it had told before: any other end than 0, 1 or 2 is a death. */
export function workerOutcome({ ended, claimedAny, wasTold, foundBusy }: EndedWorker): WorkerOutcome {
  if (ended.exit === UNUSABLE) return "unusable";
  if (ended.exit !== DONE && ended.exit !== FAILED) return "died";
  if (wasTold) return "stopped";
  if (ended.exit === FAILED) return foundBusy && !claimedAny ? "idle" : "failed";
  return claimedAny ? "done" : "idle";
}
