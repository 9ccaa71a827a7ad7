import type { BudgetAmounts } from "#kernel";
import type { AgentEvent } from "./agent-event.ts";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Journal } from "./journal.ts";
import type { AgentFault } from "./policy-engine.ts";
import type { WitnessStore } from "./witness-store.ts";

/** Where an agent that takes a session up finds its rows, and puts what it leaves. */
export interface SessionSeat {
  readonly sessionId: string;
  /** As `AgentOptions.journal` takes it. */
  readonly journal: (sessionId: string) => Promise<Journal>;
  readonly witnesses: WitnessStore;
}

/** A call that a crash left without an answer: it may have taken effect, or it was never permitted and has not run. */
export interface SettledCall {
  readonly toolCallId: string;
  readonly tool: string;
  readonly outcome: "interrupted" | "not_run";
}

/** What was open in a session and has an end now. */
export interface SettledSession {
  /** What the journal mended when it was opened. */
  readonly healed: readonly string[];
  /** The step that a crash had cut off; absent where none was. */
  readonly step?: number;
  readonly calls: readonly SettledCall[];
}

/** How a session is to be taken up. */
export interface ResumeWish {
  readonly input?: string;
  /** Steps that are granted anew; without it what was left is left. */
  readonly budget?: number;
  readonly signal: CancelSignal;
}

/** How a run that took a session up ended. */
export interface ResumedEnd {
  readonly phase: "Completed" | "Failed" | "Interrupted";
  readonly steps: number;
  readonly budgetLeft: BudgetAmounts;
  readonly output?: unknown;
  readonly error?: AgentFault;
  readonly reason?: string;
}

/** A run that took a session up, as its watcher sees it. */
export interface ResumedRun extends AsyncIterable<AgentEvent> {
  readonly result: Promise<ResumedEnd>;
}

/** An agent, as far as taking a session up goes. */
export interface ResumableAgent {
  resume(sessionId: string, wish: ResumeWish): ResumedRun;
}

/** An agent out of a module, or one sentence why there is none. */
export type AgentLoading =
  | { readonly ok: true; readonly agent: ResumableAgent }
  | { readonly ok: false; readonly reason: string };
