import type { BudgetAmounts } from "../agent/budget.ts";
import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import type { Handoff } from "../handoff/handoff.ts";
import type { CheckedDraft } from "../agent/policy-config.ts";
import type { PolicyDecision } from "../agent/policy-decision.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { Violation } from "../gate/verdict.ts";
import type { Approval } from "../policy/permissions/approval.ts";
import type { RepliedBlock } from "../reply/read-block.ts";
import type { RepliedUsage } from "../reply/read-usage.ts";
import type { ActionMode, AdapterProfile } from "../spec/action-mode.ts";
import type { ExecutionPattern } from "../spec/execution-pattern.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import type { GuardDecisions } from "../turn/guarded-requests.ts";
import type { TurnClosing } from "../turn/join-closed.ts";
import type { ToolRequestDraft } from "../turn/tool-requests.ts";
import type { ToolResultDraft } from "../turn/tool-results.ts";
import type { UseDraft } from "../turn/tool-use.ts";
import type { AgentErrorKind } from "./agent-error-kind.ts";
import type { InstructionRef } from "./instruction.ts";

/** A session begins: which model, under which names. The first row of every session. */
export interface SessionStarted {
  readonly kind: "session.started";
  readonly sessionId: string;
  readonly correlationId: string;
  /** The session that this one works for, and the call that asked for it. */
  readonly parent?: { readonly sessionId: string; readonly toolCallId: string };
}

/** What a run is held to beside its policies. A run that takes a session up writes its own: what was spent before stays spent. */
export interface RunTerms {
  readonly modelRef: string;
  readonly system: string;
  /** The files of the repository that stand in `system`, by the digests of their bytes; absent where there are none. */
  readonly instructions?: readonly InstructionRef[];
  readonly actionMode: ActionMode;
  /** Of text mode: how calls are found in it. */
  readonly adapterProfile?: AdapterProfile;
  readonly executionPattern: ExecutionPattern;
  /** What may be spent from here on. */
  readonly budget: BudgetAmounts;
  readonly requestTokens: number;
  readonly outputTokens: number;
  readonly repetitions: number;
  readonly policy: CheckedDraft;
  readonly onThrow: "raise" | "answer";
}

/** Policies that turns are bound to from here on; turns name them by their digest. With them the schemas and examples that they name. */
export interface PoliciesBound {
  readonly kind: "policies.bound";
  readonly specDigest: string;
  readonly spec: SpecValues;
  readonly values: readonly Json[];
  readonly terms: RunTerms;
}

/** The packet that the session goes on from, and what of its artifacts was measured right before (R22). The model is told it. */
export interface HandoffReceived {
  readonly kind: "handoff.received";
  readonly packet: Handoff;
  readonly digest: string;
  readonly existing: readonly ArtifactRef[];
}

/** What somebody asked of the agent. */
export interface InputGiven {
  readonly kind: "input.given";
  readonly text: string;
}

/** A step begins: what the turn is bound to, and what the request is made of. Written before the model is asked. */
export interface StepStarted {
  readonly kind: "step.started";
  readonly step: number;
  readonly callId: string;
  readonly specDigest: string;
  /** The digest of the request, and how many messages of the history are left out of it. */
  readonly request: {
    readonly digest: string;
    readonly leftOut: number;
    /** What the model is told beside the history; absent where that is nothing. */
    readonly notes?: readonly string[];
  };
}

/** The model has answered. The calls in it are recorded before anything runs (R10). */
export interface ModelReplied {
  readonly kind: "model.replied";
  readonly step: number;
  readonly blocks: readonly RepliedBlock[];
  readonly stopReason: string;
  readonly usage: RepliedUsage;
  readonly responseId?: string;
  /** The digest of the bytes that came over the wire. */
  readonly rawDigest?: string;
  readonly replyDigest: string;
  /** The host's id of each call, in the order of the calls. */
  readonly toolCallIds: readonly string[];
  /** Of text mode: the tools that its profile found calls of, in their order. */
  readonly textCalls?: readonly string[];
}

/** Something went wrong, and what the policy decided about it. */
export interface PolicyDecided {
  readonly kind: "policy.decided";
  readonly step: number;
  readonly error: AgentErrorKind;
  readonly reason: string;
  readonly decision: PolicyDecision;
}

/** A person answered a question (T08). */
export interface ApprovalAnswered {
  readonly kind: "approval.answered";
  readonly step: number;
  readonly approval: Approval;
}

/** A person answered at a checkpoint of the stop policy (R15). */
export interface CheckpointAnswered {
  readonly kind: "checkpoint.answered";
  readonly step: number;
  /** The turn that it stands behind. */
  readonly checkpoint: number;
  readonly decision: "approved" | "refused";
  readonly by: string;
}

/** A part of the budget goes to a sub-agent, before it begins; what it leaves comes back (R05). */
export interface BudgetAllotted {
  readonly kind: "budget.allotted";
  readonly step: number;
  readonly toolCallId: string;
  readonly share: BudgetAmounts;
}

/** What a sub-agent did not spend. */
export interface BudgetReturned {
  readonly kind: "budget.returned";
  readonly step: number;
  readonly toolCallId: string;
  readonly left: BudgetAmounts;
}

/** A sub-agent has an issue, a session and a packet of its own, before it begins (M17). */
export interface ChildOpened {
  readonly kind: "child.opened";
  readonly step: number;
  readonly toolCallId: string;
  readonly issueId: string;
  readonly sessionId: string;
  /** The digest of its packet. */
  readonly packet: string;
}

/** What became of a sub-agent's issue. */
export interface ChildClosed {
  readonly kind: "child.closed";
  readonly step: number;
  readonly toolCallId: string;
  readonly outcome: "closed" | "left_open";
  /** The evidence digest of its newest turn that closed; absent where none did. */
  readonly join?: string;
  readonly note: string;
}

/** Calls that were admitted and permitted. Durable before any of them runs (DESIGN 4). */
export interface ToolsRequested {
  readonly kind: "tools.requested";
  readonly step: number;
  readonly requests: readonly ToolRequestDraft[];
  readonly decisions: GuardDecisions;
}

/** A call has ended, one way or another. Durable before anybody sees it. */
export interface ToolSettled {
  readonly kind: "tool.settled";
  readonly step: number;
  readonly result: ToolResultDraft;
}

/** The turn closed. */
export interface JoinClosedRow {
  readonly kind: "join.closed";
  readonly step: number;
  readonly use: UseDraft;
  readonly closing: TurnClosing;
  /** The digest of the turn's evidence. Absent where the run was kept in memory only, and nobody asked. */
  readonly evidenceDigest?: string;
  /** The witnesses of its stages, by the digests of their content. */
  readonly witnesses?: { readonly callSpec: string; readonly toolUse: string; readonly joinClosed: string };
}

/** What the model is told of a call that was not run. */
export interface RefusedCall {
  readonly toolCallId: string;
  readonly tool: string;
  readonly text: string;
}

/** The gate refused the turn. Where the loop goes on, every call of the reply has an answer (DESIGN 17). */
export interface TurnRefused {
  readonly kind: "turn.refused";
  readonly step: number;
  readonly violations: readonly Violation[];
  readonly answers: readonly RefusedCall[];
  /** Whether the step ends with this row; else the row that ends it follows. */
  readonly ends: boolean;
  /** What the model is told instead of every result of the turn: a guardrail spoke against showing them (R20). */
  readonly withheld?: string;
}

/** What the model is told beside its results: why it is asked again, or a reminder. */
export interface NoteAdded {
  readonly kind: "note.added";
  readonly step: number;
  readonly source: "reprompt" | "reminder";
  readonly text: string;
}

/** A step ended without closing. */
export interface StepFailed {
  readonly kind: "step.failed";
  readonly step: number;
  readonly error: AgentErrorKind | "cancelled";
  readonly reason: string;
}

/** The end of a run. A later one takes the session up again from here. */
export interface SessionEnded {
  readonly kind: "session.ended";
  readonly phase: "Completed" | "Failed" | "Interrupted";
  readonly steps: number;
  readonly reason?: string;
  readonly output?: Json;
}

/** A run takes the session up. What a crash left open was settled before this row: one typed result for every call that had none (R11). */
export interface SessionResumed {
  readonly kind: "session.resumed";
  /** The calls whose effect nobody knows. */
  readonly interrupted: readonly string[];
}

/** A row whose content nobody may keep: its kind, its step, and the digest of what it said (DESIGN 21). */
export interface RowSealed {
  readonly kind: "row.sealed";
  readonly of: string;
  readonly step?: number;
  readonly digest: string;
}

/** Everything that a session's journal says, row by row. */
export type SessionEvent =
  | SessionStarted
  | PoliciesBound
  | HandoffReceived
  | InputGiven
  | StepStarted
  | ModelReplied
  | PolicyDecided
  | ApprovalAnswered
  | CheckpointAnswered
  | BudgetAllotted
  | BudgetReturned
  | ChildOpened
  | ChildClosed
  | ToolsRequested
  | ToolSettled
  | JoinClosedRow
  | TurnRefused
  | NoteAdded
  | StepFailed
  | SessionEnded
  | SessionResumed
  | RowSealed;

/** The kinds of rows. */
export type SessionEventKind = SessionEvent["kind"];

/** A row as a journal keeps it: it is JSON by its form. */
export type StoredEvent = JsonObject & { readonly kind: SessionEventKind };
