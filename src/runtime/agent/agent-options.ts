import type {
  AdapterProfile,
  BudgetAmounts,
  ExecutionPattern,
  Instruction,
  ReceivedHandoff,
  SpecValues,
} from "#kernel";
import type {
  ArtifactStore,
  CancelSignal,
  ChildWork,
  EventSink,
  Journal,
  Model,
  PermissionKeeper,
  PermissionSeat,
  StandardSchema,
  ToolSet,
  WitnessStore,
  WorkspaceSession,
} from "#ports";
import type { CheckpointApprover } from "../checkpoint.ts";
import type { EventHubOptions } from "../events/event-hub.ts";
import type { Guard } from "../guard.ts";
import type { Idle } from "../phases.ts";
import type { BoundPolicy } from "../policies.ts";
import type { TurnIntention } from "../run-setting.ts";
import type { StateView } from "../state-view.ts";
import type { SubAgent } from "./sub-agent.ts";

/** How an agent acts: calls as blocks of the provider, or as text that a named profile reads (R19). Text without a profile runs nothing. */
export type AgentMode =
  | { readonly mode: "json" }
  | { readonly mode: "text"; readonly adapterProfile: AdapterProfile | undefined };

/** Policies over the library's defaults. Of `governance` what is left out stays as it is. */
export type SpecChanges = Partial<Omit<SpecValues, "governance">> & {
  readonly governance?: Partial<SpecValues["governance"]>;
};

/** What an agent is made of. What is left out is bounded by a default; only the budget has to be said. */
export interface AgentOptions<Output = string> {
  readonly model: Model;
  /** Steps, or steps with tokens and cost. Every model call takes a step; a run that has none left fails with `BudgetExceeded`. */
  readonly budget: number | BudgetAmounts;
  readonly tools?: ToolSet;
  /** Agents that this one may call like tools; each call takes its share out of this one's budget. */
  readonly agents?: readonly SubAgent[];
  /** Gives every call of a sub-agent an issue, a packet and evidence of its own; without it a sub-agent has its session only (M17). */
  readonly children?: ChildWork;
  readonly system?: string;
  /** Files of the repository that the model is given behind `system` as context; their digests stand in every session's terms. */
  readonly instructions?: readonly Instruction[];
  /** What follows from an error; `failFast` unless it is given. */
  readonly policy?: BoundPolicy;
  /** The form of the final answer. A text that does not fit is asked for again, as often as the policy says (R03). */
  readonly output?: StandardSchema<unknown, Output>;
  readonly mode?: AgentMode;
  readonly pattern?: ExecutionPattern;
  /** Policies that every turn is bound to, over the defaults: whatever is changed here changes the digest that turns are bound to (R25). */
  readonly spec?: SpecChanges;
  readonly guards?: readonly Guard[];
  readonly views?: readonly StateView[];
  /** Asks a person at the checkpoints of `spec.stopPolicy`; without it a run stops there (R15). */
  readonly checkpoint?: CheckpointApprover;
  /** Opens the rules for a session; without it every call is permitted by whoever built the agent (T08). */
  readonly permissions?: (seat: PermissionSeat) => PermissionKeeper | Promise<PermissionKeeper>;
  /** Where tools find files; a tool that asks for one without it fails. */
  readonly workspace?: WorkspaceSession;
  /** Where a session's rows go; memory unless it is given. It is asked once for every run. */
  readonly journal?: (sessionId: string) => Journal | Promise<Journal>;
  readonly witnesses?: WitnessStore;
  /**
   * Where results that are longer than `spec.truncationPolicy` shows are kept whole, by digest; what the model is shown names them, unless
   * that policy is given and its marker does not (R23).
   */
  readonly artifacts?: ArtifactStore;
  /** Where a run is recorded, so that it can be replayed; it is asked once for every run, and closed at its end (R24). */
  readonly record?: (sessionId: string) => Journal | Promise<Journal>;
  /** Whether each turn's evidence is digested as it closes. By default where a journal or witnesses are given. */
  readonly evidence?: "each_turn" | "on_demand";
  readonly sinks?: readonly EventSink[];
  /** Hears what a sink threw; a run goes on whatever its observers do. */
  readonly onSinkError?: EventHubOptions["onSinkError"];
  /** How many deltas and lines of output wait for one reader before they are put together or dropped; 1,024 unless it is given. */
  readonly queueLimit?: number;
  /** How much of history, notes and views a request holds at most, by a rough count of tokens; 100,000 unless it is given. */
  readonly requestTokens?: number;
  /** How long a reply may be; 8,192 tokens unless it is given. */
  readonly outputTokens?: number;
  /** How often the same calls may have the same results in a row before the policy is asked; 5 unless it is given (PEERS 9, 10). */
  readonly repetitions?: number;
  /** What a turn that is about to close makes of its results: the mutation that it intends, a handoff, a summary. Nothing, unless it is given (K06). */
  readonly intends?: TurnIntention;
}

/** What one run has of its own. */
export interface StartOptions<Own = undefined> {
  /** A name for the session; a new one unless it is given. */
  readonly sessionId?: string;
  /** Follows everything that the run causes; the session's name unless it is given. */
  readonly correlationId?: string;
  /** Calls the run off. */
  readonly signal?: CancelSignal;
  /** Whatever the caller keeps with the state of this run (R03). */
  readonly own?: Own;
  /** Instead of the agent's own budget. */
  readonly budget?: number | BudgetAmounts;
  /**
   * Walks the run from its first phase instead of the loop; each phase offers what may follow it (R01). A driver that returns before
   * the end leaves the run: it ends as `Interrupted`, every call answered, and can be taken up again.
   */
  readonly drive?: (idle: Idle) => Promise<unknown>;
  /** The packet that this run goes on from, checked by `receiveHandoff`: the model is told it, and the first turn that closes names it (R22). */
  readonly handoffIn?: ReceivedHandoff;
  /** Instead of the agent's own. */
  readonly intends?: TurnIntention;
  /** The session and the call that this run works for. */
  readonly parent?: { readonly sessionId: string; readonly toolCallId: string };
}

/** What taking a session up can change. */
export interface ResumeOptions<Own = undefined> extends Omit<StartOptions<Own>, "sessionId" | "budget"> {
  /** What somebody says now; without it the model goes on where it was. */
  readonly input?: string;
  /** A new grant; without it what was left is left. */
  readonly budget?: number | BudgetAmounts;
}
