import type { AgentEvent } from "#ports";
import { type BrokenEventRule, EVENT_RULES, type EventCheckOptions, type EventRule } from "./event-rules.ts";

/** The rules of order that do not hold, each with the place of the event that comes at the wrong time. Empty: all of them hold. */
export function checkEventOrder(
  events: readonly AgentEvent[],
  { firstStep = 1 }: EventCheckOptions = {},
): readonly BrokenEventRule[] {
  const walk = new OrderWalk(firstStep);
  for (const [at, event] of events.entries()) walk.visit(event, at);
  return walk.broken;
}

/** What has been heard of one step. */
interface HeardStep {
  end?: "StepClosed" | "StepRefused" | "StepFailed";
  responded?: true;
  readonly dispatched: Set<string>;
  readonly completed: Set<string>;
  readonly asked: Set<string>;
}

class OrderWalk {
  readonly broken: BrokenEventRule[] = [];
  readonly #steps = new Map<number, HeardStep>();
  #next: number;
  #newest: HeardStep | undefined;
  #last: "run" | "cancelled" | "completed" = "run";
  #at = 0;

  constructor(firstStep: number) {
    this.#next = firstStep;
  }

  visit(event: AgentEvent, at: number): void {
    this.#at = at;
    if (this.#last === "completed") this.#report("completed_is_last", event);
    if (this.#last === "cancelled") this.#report("cancelled_is_last", event);
    if (event.kind === "Completed") this.#complete(event);
    else if (event.kind === "StepStarted") this.#start(event);
    else this.#visitIn(event);
  }

  #complete(event: AgentEvent): void {
    if (this.#newest?.end !== "StepClosed") this.#report("completed_after_close", event);
    this.#last = "completed";
  }

  #start(event: StepEvent): void {
    // A second StepStarted of one step is a matter of how often.
    if (this.#steps.has(event.step)) return;
    if (event.step !== this.#next) this.#report("steps_in_order", event);
    if (this.#newest !== undefined && this.#newest.end === undefined) this.#report("one_step_at_a_time", event);
    this.#next = event.step + 1;
    this.#newest = { dispatched: new Set(), completed: new Set(), asked: new Set() };
    this.#steps.set(event.step, this.#newest);
  }

  #visitIn(event: StepEvent): void {
    const step = this.#steps.get(event.step);
    if (step === undefined) return this.#report("step_started_first", event);
    if (step.end !== undefined) return this.#report("nothing_after_step_end", event);
    this.#visitStep(event, step);
  }

  #visitStep(event: StepEvent, step: HeardStep): void {
    switch (event.kind) {
      case "TextDelta":
      case "ThinkingDelta":
      case "ToolCallDelta":
        if (step.responded) this.#report("deltas_before_response", event);
        return;
      case "ModelResponded":
        step.responded = true;
        return;
      case "ApprovalAsked":
        step.asked.add(event.question.toolCallId);
        if (step.dispatched.has(event.question.toolCallId)) this.#report("approval_before_dispatch", event);
        return;
      case "ApprovalAnswered":
        if (!step.asked.has(event.toolCallId)) this.#report("answer_after_question", event);
        if (step.dispatched.has(event.toolCallId)) this.#report("approval_before_dispatch", event);
        return;
      case "ToolDispatched":
        step.dispatched.add(event.toolCallId);
        if (!step.responded) this.#report("dispatch_after_response", event);
        return;
      case "ToolOutput":
        if (!step.dispatched.has(event.toolCallId) || step.completed.has(event.toolCallId))
          this.#report("output_while_running", event);
        return;
      case "ToolCompleted":
        if (!step.dispatched.has(event.toolCallId)) this.#report("completion_after_dispatch", event);
        step.completed.add(event.toolCallId);
        return;
      case "StepClosed":
      case "StepRefused":
      case "StepFailed":
        step.end = event.kind;
        if (event.kind === "StepFailed" && event.error === "cancelled") this.#last = "cancelled";
        return;
      case "StepStarted":
      case "GuardDecided":
      case "BudgetSpent":
      case "PolicyDecided":
        return;
      default:
        event satisfies never;
    }
  }

  #report(rule: EventRule, event: AgentEvent): void {
    const step = "step" in event ? ` of step ${event.step}` : "";
    const call = "toolCallId" in event ? `, call ${event.toolCallId}` : "";
    this.broken.push({ rule, at: this.#at, why: `${event.kind}${step}${call}: ${EVENT_RULES[rule].sentence}` });
  }
}

type StepEvent = Exclude<AgentEvent, { readonly kind: "Completed" }>;
