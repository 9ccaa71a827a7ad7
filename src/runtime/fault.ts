import type { AgentErrorKind, Refusal } from "#kernel";
import type { AgentFault } from "#ports";

/** Ends the work of a phase with what went wrong. Thrown and caught inside the runtime only. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly fault: AgentFault;
  constructor(fault: AgentFault) {
    super(fault.message, { cause: fault.cause });
    this.fault = fault;
  }
}

/** The gate said no. */
export class TurnRefusal extends Error {
  override readonly name = "TurnRefusal";
  readonly refusal: Refusal;
  /** Whether the model wrote what was refused, so that the policy has a word in it. */
  readonly byModel: boolean;
  constructor(refusal: Refusal, byModel: boolean) {
    super(refusal.violations.map(({ class: failClass, note }) => `${failClass}: ${note}`).join("; "));
    this.refusal = refusal;
    this.byModel = byModel;
  }
}

/** Somebody called the run off. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

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
