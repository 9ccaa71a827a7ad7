import type { BudgetAmounts } from "#kernel";
import type { AgentEvent } from "#ports";
import type { RunStatus } from "./status-row.ts";

/** What the runs of a seat have come to so far. */
export class RunTotals {
  #budget: BudgetAmounts = { steps: 0 };
  #began = 0;
  /** The step before the first one of this run: sessions count on. */
  #before: number | undefined;
  #step = 0;
  #tokens = 0;
  #cost: number | undefined;
  #costAtBegin = 0;

  begin(budget: BudgetAmounts, now: number): void {
    this.#budget = budget;
    this.#began = now;
    this.#before = undefined;
    this.#step = 0;
    this.#costAtBegin = this.#cost ?? 0;
  }

  hear(event: AgentEvent): void {
    if (event.kind === "StepStarted") {
      this.#before ??= event.step - 1;
      this.#step = event.step - this.#before;
    }
    if (event.kind !== "ModelResponded") return;
    const { inputTokens, outputTokens, costMicros } = event.usage;
    this.#tokens += inputTokens + outputTokens;
    if (costMicros !== undefined) this.#cost = (this.#cost ?? 0) + costMicros;
  }

  status(doing: string, now: number, hint: string | undefined): RunStatus {
    const { steps, tokens, costMicros } = this.#budget;
    return {
      doing,
      elapsedMs: now - this.#began,
      step: this.#step,
      maxSteps: steps,
      tokens: this.#tokens,
      maxTokens: tokens,
      costMicros: this.#cost,
      // What was left at the beginning of this run, and what was spent before it.
      maxCostMicros: costMicros === undefined ? undefined : costMicros + this.#costAtBegin,
      hint,
    };
  }
}
