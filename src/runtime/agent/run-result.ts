import type { BudgetAmounts, HistoryMessage, JoinClosed, Refusal, SessionUsage } from "#kernel";
import type { AgentFault } from "#ports";
import type { IntendedTurn } from "../intended-turn.ts";
import type { AgentState } from "./agent-state.ts";

interface RunFacts<Output, Own> {
  readonly sessionId: string;
  readonly steps: number;
  readonly usage: SessionUsage;
  /** What is left of the budget. */
  readonly budgetLeft: BudgetAmounts;
  /** The whole conversation, every call with its answer (R12). */
  readonly finalMessages: readonly HistoryMessage[];
  readonly state: AgentState<Output, Own>;
  /** The newest turn of this run that intended a mutation, where one did. */
  readonly intended?: IntendedTurn;
  /** The newest turn of this run that closed, where one did. */
  readonly newestJoin?: JoinClosed;
}

/** How a run ended, and what it came to. */
export type RunResult<Output, Own = undefined> =
  | (RunFacts<Output, Own> & {
      readonly phase: "Completed";
      readonly output: Output;
      /** The turn that the answer was given in, closed: its evidence, report and witness. */
      readonly join: JoinClosed;
    })
  | (RunFacts<Output, Own> & {
      readonly phase: "Failed";
      readonly error: AgentFault;
      /** What the gate said, where it was the gate. */
      readonly refusal?: Refusal;
    })
  | (RunFacts<Output, Own> & { readonly phase: "Interrupted"; readonly reason: string });
