import type { BudgetAmounts } from "#kernel";
import type { AgentEvent, CancelSignal, PermissionAnswer, PermissionQuestion } from "#ports";

/** What is known of a run when it begins. */
export interface RunOpening {
  readonly sessionId: string;
  readonly resumed: boolean;
  readonly model: string;
  readonly workspace: string;
  readonly journal: string;
  readonly profile: string;
  readonly network: string;
  /** The id of the rule set. */
  readonly rules: string;
  readonly budget: BudgetAmounts;
  readonly tools: readonly string[];
  readonly instructions: readonly string[];
  readonly cassette?: string;
}

/** What is told on the way that is no event of the run. */
export interface RunNotice {
  readonly about: "note" | "retry" | "mcp" | "mended" | "denied";
  readonly text: string;
}

/** Who answers a question, and when it is too late. */
export interface Asking {
  /** The name under which an answer is kept. */
  readonly by: string;
  readonly signal: CancelSignal;
}

/** Somebody who watches a run: a person at a terminal, a pipe, a program that reads JSON. */
export interface RunView {
  /** Says what is being made ready. */
  preparing(what: string): void;
  begin(opening: RunOpening): void;
  /** Shows an event; a promise where the next one has to wait. */
  hear(event: AgentEvent): void | Promise<void>;
  notice(notice: RunNotice): void;
  /** Asks a person; undefined where there is nobody. */
  ask(question: PermissionQuestion, asking: Asking): Promise<PermissionAnswer | undefined>;
  /** What a person says next; undefined: nothing. */
  next(): Promise<string | undefined>;
  /** The model is told what a person typed while it worked. */
  told(text: string): void;
  /** The run is over: nothing of it moves any more. `told` is the failure that the end of the command will tell. */
  end(told?: string): void;
  /** Gives the terminal back. A second time it does nothing. */
  close(): void;
}

/** What a view tells of the person that it watches for. */
export interface ViewHooks {
  /** A person wants the run to stop, or nobody reads any more. */
  readonly onStop: (why: string) => void;
  /** A person wants the model to be told something with its next request. */
  readonly onText: (text: string) => void;
}
