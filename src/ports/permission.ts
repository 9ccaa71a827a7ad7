import type { Approval, JsonObject, PermissionEvidence, PermissionReason } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Clock } from "./clock.ts";

/** A call whose arguments are fit to run and that has not run. */
export interface PermissionWish {
  readonly toolCallId: string;
  readonly tool: string;
  /** After repairs: what would run, and nothing else. */
  readonly args: JsonObject;
}

/** What a person is asked, and until when an answer counts. */
export interface PermissionQuestion extends PermissionWish {
  readonly ruleId: string;
  /** What is said of each part of the call, and why. */
  readonly reasons: readonly PermissionReason[];
  readonly expiresAt: string;
}

/** What a person answered, and who it was. */
export type PermissionAnswer = Pick<Approval, "decision" | "scope" | "by">;

/** Asks a person. Undefined: there is nobody to be asked. The signal says that an answer would be too late. */
export type Approver = (question: PermissionQuestion, signal: CancelSignal) => Promise<PermissionAnswer | undefined>;

/** The last word on one call: what evidence says of it, one sentence why, and the row of the answer if a person gave one. */
export interface PermissionVerdict {
  readonly permitted: boolean;
  readonly evidence: PermissionEvidence;
  readonly why: string;
  readonly approval?: Approval;
}

/** Decides which calls of a session run. */
export interface PermissionKeeper {
  /** Never rejects for what a person does or does not do: no answer is no. Where it rejects all the same, the call is denied. */
  judge(wish: PermissionWish, signal: CancelSignal): Promise<PermissionVerdict>;
}

/** Where a keeper sits in a session: its answers become rows, and answers of an earlier run still count (PEERS 15). */
export interface PermissionSeat {
  readonly sessionId: string;
  readonly clock: Clock;
  /** Makes an answer last before anything runs because of it. */
  readonly keep: (approval: Approval) => void | Promise<void>;
  /** Answers that were given before in this session. */
  readonly kept: readonly Approval[];
  /** Hears each question as it is asked. */
  readonly asked: (question: PermissionQuestion) => void;
}
