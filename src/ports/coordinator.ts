import type { JsonObject, Timestamp } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";

/** How many issues stand where. `open` counts what is open and not ready; `blocked` what says so itself. */
export interface IssueTotals {
  readonly ready: number;
  readonly open: number;
  readonly inProgress: number;
  readonly blocked: number;
  readonly closed: number;
}

/** Why no worker is started though one could be; what runs goes on. */
export type PauseReason = "cycle" | "kpi" | "failure" | "issues" | "worker";

/** What a coordinator says, a fact each. JSON as it stands, hence no interfaces. */
export type CoordinatorRow =
  | {
      readonly kind: "coordinator.pass";
      /** From 1; one for every look at the issues that saw something new. */
      readonly round: number;
      readonly totals: { readonly [Name in keyof IssueTotals]: number };
      readonly running: number;
      readonly failed: number;
      /** The first circle of dependencies, where there is one. */
      readonly cycle?: readonly string[];
    }
  | {
      readonly kind: "coordinator.started";
      readonly worker: string;
      readonly pid: number;
      readonly issueId: string;
      readonly title: string;
      /** 1 for the first time that this issue is given to somebody. */
      readonly attempt: number;
      /** A worker that is gone had left it. */
      readonly reclaimed: boolean;
    }
  /** The name is another coordinator's. */
  | { readonly kind: "coordinator.busy"; readonly worker: string }
  | {
      readonly kind: "coordinator.ended";
      readonly worker: string;
      readonly issueId: string;
      readonly outcome: WorkerOutcome;
      readonly exit?: number;
      readonly signal?: string;
      readonly reason?: string;
      /** The issue is given to a worker again so much later. */
      readonly againInMs?: number;
    }
  | {
      readonly kind: "coordinator.paused";
      readonly reason: PauseReason;
      readonly message: string;
      /** What a person may type about it. */
      readonly command: string;
    }
  | {
      readonly kind: "coordinator.silent";
      readonly worker: string;
      readonly silentMs: number;
      readonly sent: "stop" | "kill";
    }
  | { readonly kind: "coordinator.stopping"; readonly message: string }
  /** Something that a worker said and nobody understands. */
  | { readonly kind: "coordinator.noted"; readonly worker: string; readonly message: string }
  | ({ readonly kind: "coordinator.finished" } & CoordinatorEnd);

/** An issue that was given to a worker and is not closed. */
export interface LeftIssue {
  readonly issueId: string;
  readonly title: string;
  readonly status: string;
  /** How the last worker that had it ended. */
  readonly outcome: WorkerOutcome;
  /** What that one said of it, or why it ended. */
  readonly why: string;
}

/** What a coordinator came to. */
export interface CoordinatorEnd {
  /** Nothing was left to give; it was stopped; it had started as many as it may; or why it started no more. */
  readonly reason: "done" | "stopped" | "rounds" | PauseReason;
  readonly message?: string;
  /** How many worker processes were started. */
  readonly started: number;
  /** Issues that workers of ours had, and that are closed now; by id. */
  readonly closed: readonly string[];
  readonly left: readonly LeftIssue[];
  readonly totals: IssueTotals;
}

/**
 * How a worker ended: everything it took is closed; it took nothing; it said that something failed; it stopped because it was told to; it died; it could not
 * begin at all.
 */
export type WorkerOutcome = "done" | "idle" | "failed" | "stopped" | "died" | "unusable";

/** One worker at this moment. */
export interface WorkerStatus {
  readonly workerId: string;
  /** What it was given first, then what it claimed. */
  readonly issueId: string;
  readonly title: string;
  readonly isClaimed: boolean;
  readonly phase: string;
  /** When the phase began, and when something was last heard. */
  readonly since: Timestamp;
  readonly heard: Timestamp;
  readonly leaseEnds?: Timestamp;
  readonly verdict?: string;
}

/** Everything a person sees at once. */
export interface CoordinatorPicture {
  readonly workers: readonly WorkerStatus[];
  readonly totals: IssueTotals;
  readonly failed: number;
  readonly maxParallel: number;
  /** Why nothing more is started. */
  readonly paused?: string;
  readonly isStopping: boolean;
}

/** One line of a worker, read. */
export type WorkerLine =
  | {
      readonly kind: "row";
      readonly worker: string;
      readonly at: Timestamp;
      readonly row: JsonObject & { readonly kind: string };
    }
  | {
      readonly kind: "heartbeat";
      readonly worker: string;
      readonly at: Timestamp;
      readonly issueId?: string;
      readonly expiresAt?: Timestamp;
    }
  | { readonly kind: "refused"; readonly worker: string; readonly code: string; readonly message: string }
  /** It says no more, and why. */
  | { readonly kind: "ended"; readonly worker: string; readonly reason: string };

/** Somebody who watches a coordinator, and may stop it. */
export interface CoordinatorWatcher {
  /** A person wants everything handed off. The second time the watcher ends the program itself, workers first. */
  readonly stop: CancelSignal;
  tell(row: CoordinatorRow, at: Timestamp): void;
  /** A line of a worker, as it was printed and as it was read. */
  passOn(text: string, line: WorkerLine): void;
  show(picture: CoordinatorPicture): void;
  /** Waits until what was said is written, and gives the terminal back. A second time it does nothing. */
  close(): Promise<void>;
}
