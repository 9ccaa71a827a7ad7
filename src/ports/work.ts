import type { BudgetAmounts, ReceivedHandoff } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Worktree } from "./repository.ts";

/** One bounded piece of work: an issue, where, and what is known about it. */
export interface WorkOrder {
  readonly workerId: string;
  readonly issueId: string;
  readonly title: string;
  /** Description, design, acceptance criteria and notes, as a person would read them. */
  readonly brief: string;
  readonly worktree: Worktree;
  /** What an earlier session handed over, or why checks failed: told to whoever works. */
  readonly context: readonly string[];
  /** The session to go on with; without it a new one is begun. */
  readonly resume?: string;
  /** The newest packet of this work that an earlier process left. One that the named session handed over itself is gone on from in a new one. */
  readonly packet?: string;
  /** The packet that this session goes on from, checked right before: an agent is told it, and its evidence names it (R22). */
  readonly handoffIn?: ReceivedHandoff;
  /** What this session may spend, instead of what whoever works is given otherwise. */
  readonly budget?: BudgetAmounts;
  /** 1 for the first time within this step. */
  readonly round: number;
  readonly signal: CancelSignal;
  /** Told as soon as the session has a name, before anything is sent: so that a crash later finds it, and the packet that it goes on from. */
  readonly onSession?: (sessionId: string, packet?: string) => Promise<void>;
}

/** How a piece of work ended. It says nothing about whether the work is good: checks do. */
export interface Worked {
  readonly outcome: "done" | "failed" | "interrupted" | "exhausted";
  /** The session, where an agent worked. */
  readonly sessionId?: string;
  /** The exit code, where a command did. */
  readonly exit?: number;
  /** One sentence, or what the agent said last, bounded. */
  readonly summary: string;
  /** What a failure names by itself, process output first (contract 3.3). */
  readonly failureClasses: readonly string[];
  /** What was spent, where it is known. */
  readonly steps?: number;
  readonly costMicros?: number;
  /** The packet that was left for whoever goes on, where one was. */
  readonly packet?: string;
}

/** Whoever does the work: our agent, or any command (M12). */
export interface Work {
  readonly kind: "agent" | "command";
  /** Never rejects for what goes wrong in the work itself; throws `PortError` where it could not begin. */
  work(order: WorkOrder): Promise<Worked>;
  close(): Promise<void>;
}
