import type { AgentEvent } from "#ports";

/** Keeps what observers have heard the beginning of: whatever happens, they hear its end (R09). */
export class HeardEvents {
  readonly #calls = new Map<string, string>();
  readonly #questions = new Set<string>();
  #step: number | undefined;

  note(event: AgentEvent): void {
    const { kind } = event;
    if (kind === "StepStarted") this.#step = event.step;
    else if (kind === "ToolDispatched") this.#calls.set(event.toolCallId, event.tool);
    else if (kind === "ToolCompleted") this.#calls.delete(event.toolCallId);
    else if (kind === "ApprovalAsked") this.#questions.add(event.question.toolCallId);
    else if (kind === "ApprovalAnswered") this.#questions.delete(event.toolCallId);
    else if (kind === "StepClosed" || kind === "StepRefused" || kind === "StepFailed") this.#step = undefined;
  }

  /** The ends that are still owed, for a run that cannot record any more. */
  owed(reason: string): readonly AgentEvent[] {
    const step = this.#step;
    if (step === undefined) return [];
    const shown = "the run broke off; whether the call took effect is unknown";
    return [
      ...[...this.#questions].map((toolCallId): AgentEvent => {
        return { kind: "ApprovalAnswered", step, toolCallId, decision: "expired" };
      }),
      ...[...this.#calls].map(([toolCallId, tool]): AgentEvent => {
        return { kind: "ToolCompleted", step, toolCallId, tool, outcome: "interrupted", shown };
      }),
      { kind: "StepFailed", step, error: "InternalInvariant", reason },
    ];
  }
}
