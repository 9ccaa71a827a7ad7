import type { AgentErrorKind, ContinuationDecision, Refusal, Verdict } from "#kernel";
import type { AgentFault, CancelSignal } from "#ports";
import { rowText } from "./error-text.ts";

/** Ends the work of a phase with what went wrong. Thrown and caught inside the runtime only. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly fault: AgentFault;
  constructor(given: AgentFault) {
    // Messages quote adapters and models: a row has to hold them.
    const message = rowText(given.message);
    super(message, { cause: given.cause });
    this.fault = message === given.message ? given : { ...given, message };
  }
}

/** The gate said no. */
export class TurnRefusal extends Error {
  override readonly name = "TurnRefusal";
  readonly refusal: Refusal;
  /** Whether the model wrote what was refused, so that the policy has a word in it. */
  readonly byModel: boolean;
  /** Which guardrails spoke against showing what the calls gave, in one sentence. */
  readonly withheldBy: string | undefined;
  constructor(refusal: Refusal, byModel: boolean, withheldBy?: string) {
    super(refusal.violations.map(({ class: failClass, note }) => `${failClass}: ${note}`).join("; "));
    this.refusal = refusal;
    this.byModel = byModel;
    this.withheldBy = withheldBy;
  }
}

/** Somebody called the run off. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  constructor({ reason }: Pick<CancelSignal, "reason">, when = "") {
    const why = typeof reason === "string" ? `: ${reason.slice(0, MOST_OF_REASON).toWellFormed()}` : "";
    super(`the run was cancelled${when}${why}`);
  }
}

const MOST_OF_REASON = 300;

/** What was to be durable is not: nothing more may happen, and nothing more can be recorded (DESIGN 4). */
export class JournalFailed extends Error {
  override readonly name = "JournalFailed";
}

/** A fault of a category. */
export function faultOf(
  category: AgentErrorKind,
  step: number,
  message: string,
  more: Partial<AgentFault> = {},
): Fault {
  return new Fault({ category, step, message, ...more });
}

/** The turn closed, and the stop policy lets no other follow it. */
export class TurnStopped extends Error {
  override readonly name = "TurnStopped";
  readonly continuation: ContinuationDecision;
  readonly step: number;
  /** `refusedBy`: who said no at a checkpoint, where somebody did. */
  constructor(continuation: ContinuationDecision, step: number, refusedBy?: string) {
    super(stopText(continuation, refusedBy));
    this.continuation = continuation;
    this.step = step;
  }
}

function stopText(continuation: ContinuationDecision, refusedBy: string | undefined): string {
  switch (continuation.kind) {
    case "continue":
      return "nothing stops it";
    case "stop":
      return continuation.why === "max_turns"
        ? "the stop policy allows no further turn"
        : "the protocol policy stops here";
    case "checkpoint":
      return refusedBy === undefined
        ? `the checkpoint at turn ${continuation.at} waits for a person's approval`
        : `the checkpoint at turn ${continuation.at} was refused by ${refusedBy}`;
    case "unhandled":
      return `nobody handles the stop reason ${continuation.stopReason}`;
    default:
      return continuation satisfies never;
  }
}

/** The next stage, or the end of the turn with every violation. */
export function through<Next>(verdict: Verdict<Next>, byModel: boolean): Next {
  if (verdict.admitted) return verdict.next;
  throw new TurnRefusal(verdict.refusal, byModel);
}
