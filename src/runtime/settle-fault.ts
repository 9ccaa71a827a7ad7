import {
  admitDecision,
  AGENT_ERRORS,
  brief,
  frozenCopy,
  InvariantError,
  parsePolicyDecision,
  type PolicyDecision,
  type Refusal,
} from "#kernel";
import type { AgentFault } from "#ports";
import { answerOpenCalls, answerUnusable, whyRefused } from "./answer-calls.ts";
import { errorText } from "./error-text.ts";
import { Cancelled, Fault, faultOf, JournalFailed, TurnRefusal, TurnStopped } from "./fault.ts";
import { UnusableCalls } from "./prepare-calls.ts";
import type { Run } from "./run.ts";

/** Where a fault leads: on with another model call, or to one of the two ends. */
export type FaultEnd =
  | { readonly kind: "again" }
  | { readonly kind: "failed"; readonly fault: AgentFault; readonly refusal?: Refusal | undefined }
  | { readonly kind: "interrupted"; readonly reason: string };

/** Settles what went wrong: every open call gets an answer, the policy decides where it has a word, and all of it is recorded. Never throws. */
export async function settleFault(run: Run, error: unknown): Promise<FaultEnd> {
  if (error instanceof JournalFailed) return failedBare(run, error);
  try {
    run.expireQuestions();
    const end = settled(run, error);
    await run.durable();
    return end;
  } catch (second) {
    return failedBare(run, second);
  }
}

function settled(run: Run, error: unknown): FaultEnd {
  if (error instanceof Cancelled) return interrupted(run, error.message);
  // Whatever a run that was called off comes to on its way out, it was called off; a bug of ours stays one.
  if (run.setting.signal.aborted && !(error instanceof InvariantError))
    return interrupted(run, new Cancelled(run.setting.signal).message);
  if (error instanceof TurnStopped) return stopped(run, error);
  if (error instanceof UnusableCalls) return decided(run, error.fault, () => answerUnusable(run, error));
  if (error instanceof TurnRefusal) return refused(run, error);
  if (error instanceof Fault)
    return decided(run, error.fault, () => answerOpenCalls(run, "the turn broke off", CUT_OFF));
  return failed(run, faultOf("InternalInvariant", run.state.step, errorText(error), { cause: error }).fault);
}

/** A call that was not run because of what became of its run: no mistake of the model. */
const CUT_OFF = { code: "Interrupted" } as const;

/** What the policy says, held to its bounds (R05). */
function decided(run: Run, fault: AgentFault, answer: () => void): FaultEnd {
  const asked = AGENT_ERRORS[fault.category].asks;
  if (asked === "nobody") return failed(run, fault);
  const decision = decisionOn(run, fault, asked);
  if (decision === undefined)
    return failed(run, violation(run, "the policy answered none of Fail, Retry, Reprompt, Interrupt, or threw"));
  const { step, tally } = run.state;
  const admission = admitDecision(decision, { tally, config: run.setting.policy.config });
  run.record({ kind: "policy.decided", step, error: fault.category, reason: fault.message, decision });
  run.tell({ kind: "PolicyDecided", step, error: fault.category, decision });
  if (admission.kind === "violation") return failed(run, violation(run, admission.reason));
  if (admission.kind === "exhausted" || decision.kind === "Fail") return failed(run, fault);
  if (decision.kind === "Interrupt") return interrupted(run, `the policy interrupted the run: ${fault.message}`);
  answer();
  if (decision.kind === "Reprompt") reprompt(run, fault, decision);
  endStep(run, fault.category, fault.message);
  return { kind: "again" };
}

function decisionOn(run: Run, fault: AgentFault, asked: "onModelError" | "onToolError"): PolicyDecision | undefined {
  try {
    return parsePolicyDecision(run.setting.policy.engine[asked](run.view, frozenFault(fault)));
  } catch {
    // A policy that throws has answered nothing: it is in violation, whatever it threw.
    return undefined;
  }
}

/** What a policy looks at: what it does to it changes nothing. */
function frozenFault(fault: AgentFault): AgentFault {
  const { details } = fault;
  return Object.freeze(details === undefined ? { ...fault } : { ...fault, details: frozenCopy(details) });
}

function violation(run: Run, reason: string): AgentFault {
  return faultOf("PolicyRuntimeViolation", run.state.step, reason).fault;
}

/** The gate said no: the model is answered and may go on, or the run is over (DESIGN 17). */
function refused(run: Run, { refusal, byModel, message, withheldBy }: TurnRefusal): FaultEnd {
  const { violations, answer } = refusal;
  const { step } = run.state;
  const why = whyRefused(run, violations);
  const withholds = withheldBy !== undefined;
  if (answer === "stop") {
    answerOpenCalls(run, "the turn was refused", byModel ? { violations } : { violations, withholds, code: "Denied" });
    // What a tool gave may not be shown: nothing that the model did.
    const fault = withholds ? faultOf("ToolDispatch", step, withheldBy) : faultOf("InvalidModelAction", step, message);
    return failed(run, fault.fault, refusal);
  }
  if (byModel) {
    const fault = faultOf("InvalidModelAction", step, message).fault;
    return decided(run, fault, () => answerOpenCalls(run, why, { violations }));
  }
  answerOpenCalls(run, why, { violations, withholds, ends: true, code: "Denied" });
  run.tell({ kind: "StepRefused", step, classes: [...new Set(violations.map((row) => row.class))] });
  return { kind: "again" };
}

/** Nothing may follow: the turns are used up, nobody handles how the model stopped, or a policy halts the run, which a person may take up again (002). */
function stopped(run: Run, { continuation, message, step }: TurnStopped): FaultEnd {
  if (continuation.kind === "unhandled") return failed(run, faultOf("InvalidModelAction", step, message).fault);
  return continuation.kind === "stop" && continuation.why === "max_turns"
    ? failed(run, faultOf("BudgetExceeded", step, message).fault)
    : interrupted(run, message);
}

/** Tells the model what was wrong, with the tools it has where that is the strategy. */
function reprompt(
  run: Run,
  { message }: AgentFault,
  { strategy }: Extract<PolicyDecision, { kind: "Reprompt" }>,
): void {
  const names =
    strategy.kind === "OnceWithToolCatalog" ? ` Tools: ${run.tools.map(({ name }) => name).join(", ")}.` : "";
  const text = `Your last reply could not be used: ${brief(message)}.${names}`;
  run.record({ kind: "note.added", step: run.state.step, source: "reprompt", text });
}

function endStep(run: Run, error: AgentFault["category"] | "cancelled", reason: string): void {
  const { turn, step } = run.state;
  if (turn === undefined) return;
  run.record({ kind: "step.failed", step, error, reason });
  run.tell({ kind: "StepFailed", step, error, reason });
}

function failed(run: Run, fault: AgentFault, refusal?: Refusal): FaultEnd {
  answerOpenCalls(run, "the run ended before", CUT_OFF);
  endStep(run, fault.category, fault.message);
  run.takeReminders();
  run.record({ kind: "session.ended", phase: "Failed", steps: run.state.step, reason: fault.message });
  return { kind: "failed", fault, refusal };
}

function interrupted(run: Run, reason: string): FaultEnd {
  answerOpenCalls(run, "the run was called off before", CUT_OFF);
  endStep(run, "cancelled", reason);
  run.takeReminders();
  run.record({ kind: "session.ended", phase: "Interrupted", steps: run.state.step, reason });
  return { kind: "interrupted", reason };
}

/** Nothing can be recorded any more: the next opening settles what is open. */
function failedBare(run: Run, error: unknown): FaultEnd {
  const fault = faultOf("InternalInvariant", run.state.step, errorText(error), { cause: error }).fault;
  for (const event of run.heard.owed(fault.message)) run.emit(event);
  return { kind: "failed", fault };
}
