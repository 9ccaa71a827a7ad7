import { admitDecision, AGENT_ERRORS, parsePolicyDecision, type PolicyDecision, type Refusal } from "#kernel";
import type { AgentFault } from "#ports";
import { Cancelled, Fault, faultOf, JournalFailed, TurnRefusal } from "./fault.ts";
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
    const end = await settled(run, error);
    await run.durable();
    return end;
  } catch (second) {
    return failedBare(run, second);
  }
}

async function settled(run: Run, error: unknown): Promise<FaultEnd> {
  if (error instanceof Cancelled) return interrupted(run, error.message);
  if (error instanceof UnusableCalls) return decided(run, error.fault, () => answerUnusable(run, error));
  if (error instanceof TurnRefusal) return refused(run, error);
  if (error instanceof Fault)
    return decided(run, error.fault, () => answerAll(run, "it was not run: the turn broke off"));
  const fault = faultOf("InternalInvariant", run.step, messageOf(error), { cause: error }).fault;
  return failed(run, fault);
}

/** What the policy says, held to its bounds (R05). */
async function decided(run: Run, fault: AgentFault, answer: () => void): Promise<FaultEnd> {
  const asked = AGENT_ERRORS[fault.category].asks;
  if (asked === "nobody") return failed(run, fault);
  const decision = decisionOn(run, fault, asked);
  if (decision === undefined)
    return failed(run, violation(run, "the policy answered none of Fail, Retry, Reprompt, Interrupt, or threw"));
  run.record({ kind: "policy.decided", step: run.step, error: fault.category, reason: fault.message, decision });
  run.tell({ kind: "PolicyDecided", step: run.step, error: fault.category, decision });
  const admission = admitDecision(decision, { tally: run.tally, config: run.setting.policy.config });
  if (admission.kind === "violation") return failed(run, violation(run, admission.reason));
  if (admission.kind === "exhausted" || decision.kind === "Fail") return failed(run, fault);
  if (decision.kind === "Interrupt") return interrupted(run, `the policy interrupted the run: ${fault.message}`);
  run.tally = admission.tally;
  answer();
  if (decision.kind === "Reprompt") reprompt(run, fault, decision);
  if (!decision.consumeBudget) run.refundStep();
  endStep(run, fault.category, fault.message);
  return { kind: "again" };
}

function decisionOn(run: Run, fault: AgentFault, asked: "onModelError" | "onToolError"): PolicyDecision | undefined {
  try {
    return parsePolicyDecision(run.setting.policy.engine[asked](run.view, fault));
  } catch {
    // A policy that throws has answered nothing: it is in violation, whatever it threw.
    return undefined;
  }
}

function violation(run: Run, reason: string): AgentFault {
  return faultOf("PolicyRuntimeViolation", run.step, reason).fault;
}

/** The gate said no: the model is answered and may go on, or the run is over (DESIGN 17). */
async function refused(run: Run, { refusal, byModel, message }: TurnRefusal): Promise<FaultEnd> {
  const { violations, answer } = refusal;
  const { step } = run;
  if (answer === "stop") {
    const answers = run.answerOpenCalls(notRun("the turn was refused"));
    run.record({ kind: "turn.refused", step, violations, answers });
    return failed(run, faultOf("InvalidModelAction", step, message).fault, refusal);
  }
  const answerCalls = (): void => {
    const answers = run.answerOpenCalls(
      notRun(
        violations
          .map(({ note }) => note)
          .join("; ")
          .slice(0, 300),
      ),
    );
    run.record({ kind: "turn.refused", step, violations, answers });
  };
  if (byModel) return decided(run, faultOf("InvalidModelAction", step, message).fault, answerCalls);
  answerCalls();
  run.isStepOpen = false;
  run.tell({ kind: "StepRefused", step, classes: [...new Set(violations.map((row) => row.class))] });
  return { kind: "again" };
}

function answerUnusable(run: Run, { failures }: UnusableCalls): void {
  const answers = run.history.openCalls.map(({ toolCallId, tool }) => {
    const failure = failures.get(toolCallId);
    const text =
      failure === undefined ? notRun("another call of the same reply cannot be used") : JSON.stringify(failure);
    run.history.addAnswer({ toolCallId, tool, text, isFailure: true });
    return { toolCallId, tool, text };
  });
  run.record({ kind: "turn.refused", step: run.step, violations: [], answers });
}

function answerAll(run: Run, why: string): void {
  if (run.history.openCalls.length === 0) return;
  run.record({ kind: "turn.refused", step: run.step, violations: [], answers: run.answerOpenCalls(notRun(why)) });
}

function notRun(why: string): string {
  return JSON.stringify({ code: "InvalidInput", retryable: false, message: `not run: ${why}` });
}

/** Tells the model what was wrong, with the tools it has where that is the strategy. */
function reprompt(
  run: Run,
  { message }: AgentFault,
  { strategy }: Extract<PolicyDecision, { kind: "Reprompt" }>,
): void {
  const names =
    strategy.kind === "OnceWithToolCatalog" ? ` Tools: ${run.tools.map(({ name }) => name).join(", ")}.` : "";
  const text = `Your last reply could not be used: ${message.slice(0, 300)}.${names}`;
  run.record({ kind: "note.added", step: run.step, text });
  run.reminders = [...run.reminders, text];
}

function endStep(run: Run, error: AgentFault["category"] | "cancelled", reason: string): void {
  if (!run.isStepOpen) return;
  run.isStepOpen = false;
  run.record({ kind: "step.failed", step: run.step, error, reason });
  run.tell({ kind: "StepFailed", step: run.step, error, reason });
}

function failed(run: Run, fault: AgentFault, refusal?: Refusal): FaultEnd {
  answerAll(run, "the run ended before");
  endStep(run, fault.category, fault.message);
  run.record({ kind: "session.ended", phase: "Failed", steps: run.step, reason: fault.message });
  return { kind: "failed", fault, refusal };
}

function interrupted(run: Run, reason: string): FaultEnd {
  answerAll(run, "the run was called off before");
  endStep(run, "cancelled", reason);
  run.record({ kind: "session.ended", phase: "Interrupted", steps: run.step, reason });
  return { kind: "interrupted", reason };
}

/** Nothing can be recorded any more: the next opening settles what is open. */
function failedBare(run: Run, error: unknown): FaultEnd {
  const fault = faultOf("InternalInvariant", run.step, messageOf(error), { cause: error }).fault;
  for (const event of run.heard.owed(fault.message)) run.emit(event);
  return { kind: "failed", fault };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "something was thrown that is no error";
}
