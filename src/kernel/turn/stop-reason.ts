import type { Checkpoint } from "../spec/spec-values.ts";

/** A protocol state: why the provider stopped. */
export type StopReason = "tool_use" | "pause_turn" | "max_tokens" | "end_turn";

/** What the bound protocol policy answers to a stop reason. */
export type Continuation = "continue" | "stop";

/** The answers when no protocol policy says otherwise (R15). */
export const DEFAULT_CONTINUATIONS: Readonly<Record<StopReason, Continuation>> = {
  tool_use: "continue",
  pause_turn: "continue",
  max_tokens: "stop",
  end_turn: "stop",
};

/** The state a word names; undefined becomes `protocol.stop_reason_unhandled`. */
export function parseStopReason(text: string): StopReason | undefined {
  return Object.hasOwn(DEFAULT_CONTINUATIONS, text) ? (text as StopReason) : undefined;
}

/** All that the decision depends on. `stopReason` is the normalised word, which may be none of the four. */
export interface TurnEnd {
  readonly stopReason: string;
  /** The bound protocol policy's `handled`; without a policy {@link DEFAULT_CONTINUATIONS}. */
  readonly handled: Readonly<Record<string, Continuation>>;
  readonly turnIndex: number;
  readonly maxTurns: number;
  readonly checkpoints: readonly Checkpoint[];
  /** Recorded approvals, each for the checkpoint with the same `at`. */
  readonly approvals: readonly { readonly at: number }[];
}

/** What happens after a turn. Only `continue` continues. */
export type ContinuationDecision =
  | { readonly kind: "continue" }
  | { readonly kind: "stop"; readonly why: "protocol_policy" | "max_turns" }
  | { readonly kind: "checkpoint"; readonly at: number }
  | { readonly kind: "unhandled"; readonly stopReason: string };

/** Decides from the evidence alone whether another turn may start (R15). What nobody handles never continues. */
export function decideContinuation(end: TurnEnd): ContinuationDecision {
  const { stopReason, handled, turnIndex, maxTurns } = end;
  // Own keys only: a reason called `constructor` is handled by nobody.
  if (!Object.hasOwn(handled, stopReason)) return { kind: "unhandled", stopReason };
  if (handled[stopReason] !== "continue") return { kind: "stop", why: "protocol_policy" };
  // Written so that NaN and an endless limit stop too.
  if (!Number.isSafeInteger(maxTurns) || !(turnIndex < maxTurns)) return { kind: "stop", why: "max_turns" };
  const at = firstDue(end);
  return at === undefined ? { kind: "continue" } : { kind: "checkpoint", at };
}

/** The earliest checkpoint that was reached and that nobody approved. */
function firstDue({ turnIndex, checkpoints, approvals }: TurnEnd): number | undefined {
  const due = checkpoints.filter(({ at }) => !(turnIndex < at) && approvals.every((approval) => approval.at !== at));
  return due.map(({ at }) => at).sort((left, right) => left - right)[0];
}
