import type { Issue, WorkStanding } from "#kernel";
import type { CancelSignal, Verified } from "#ports";
import type { Harness } from "./harness.ts";
import type { HeldLease } from "./lease.ts";

/** What earlier processes left of the work on an issue, by their rows. */
export interface EarlierWork {
  /** How far earlier processes came. What was done is verified whole before anything is done again; what is merged is never done again. */
  readonly stands: WorkStanding;
  /** The steps of those processes. */
  readonly earlierSteps: readonly string[];
  /** The session of an earlier process that can be gone on with. */
  readonly earlierSession: string | undefined;
  /** The newest packet that an earlier process left of this work. */
  readonly earlierPacket: string | undefined;
}

/** One step under way: an issue that is claimed, and what is known about it. */
export interface Stepping extends EarlierWork {
  readonly harness: Harness;
  readonly stepId: string;
  readonly stepIndex: number;
  readonly issue: Issue;
  readonly lease: HeldLease;
  readonly startedAt: string;
  /** Fires when the worker is called off or the lease is lost. */
  readonly signal: CancelSignal;
  /** Why the lease is lost; undefined while it is held. */
  readonly lost: () => string | undefined;
  /** Checks that did not hold before the work, by their names. */
  readonly failedBefore: Set<string>;
  /** Trees that this process has verified, by their ids. */
  readonly known: Map<string, Verified>;
}
