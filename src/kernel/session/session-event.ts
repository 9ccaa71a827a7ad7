import type { PolicyDecision } from "../agent/policy-decision.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { Violation } from "../gate/verdict.ts";
import type { Approval } from "../policy/permissions/approval.ts";
import type { RepliedBlock } from "../reply/read-block.ts";
import type { RepliedUsage } from "../reply/read-usage.ts";
import type { ActionMode } from "../spec/action-mode.ts";
import type { ExecutionPattern } from "../spec/execution-pattern.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import type { GuardDecisions } from "../turn/guarded-requests.ts";
import type { TurnClosing } from "../turn/join-closed.ts";
import type { ToolRequestDraft } from "../turn/tool-requests.ts";
import type { ToolResultDraft } from "../turn/tool-results.ts";
import type { UseDraft } from "../turn/tool-use.ts";
import type { AgentErrorKind } from "./agent-error-kind.ts";

/** A session begins: which model, under which names. The first row of every session. */
export interface SessionStarted {
  readonly kind: "session.started";
  readonly correlationId: string;
  readonly modelRef: string;
  /** What the model is told before everything else, by digest; the text is among the values. */
  readonly systemDigest: string;
  /** The session that this one works for, and the call that asked for it. */
  readonly parent?: { readonly sessionId: string; readonly toolCallId: string };
}

/** Policies that turns are bound to, once; turns name them by their digest. With them the schemas and examples that they name. */
export interface PoliciesBound {
  readonly kind: "policies.bound";
  readonly specDigest: string;
  readonly spec: SpecValues;
  readonly values: readonly Json[];
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
  readonly modelRef: string;
  readonly actionMode: ActionMode;
  readonly executionPattern: ExecutionPattern;
  /** The digest of the request, and how many messages of the history stand in it. */
  readonly request: { readonly digest: string; readonly messages: number };
}

/** The model has answered. The calls in it are recorded before anything runs (R10). */
export interface ModelReplied {
  readonly kind: "model.replied";
  readonly step: number;
  readonly blocks: readonly RepliedBlock[];
  readonly stopReason: string;
  readonly usage: RepliedUsage;
  readonly responseId?: string;
  readonly replyDigest: string;
  /** The host's id of each call, in the order of the calls. */
  readonly toolCallIds: readonly string[];
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
  readonly evidenceDigest: string;
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
}

/** What the model is told beside its results: why it is asked again, or a reminder. */
export interface NoteAdded {
  readonly kind: "note.added";
  readonly step: number;
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

/** What a crash left was settled: one typed result for every call that had none (R11). */
export interface SessionResumed {
  readonly kind: "session.resumed";
  readonly interrupted: readonly string[];
}

/** Everything that a session's journal says, row by row. */
export type SessionEvent =
  | SessionStarted
  | PoliciesBound
  | InputGiven
  | StepStarted
  | ModelReplied
  | PolicyDecided
  | ApprovalAnswered
  | ToolsRequested
  | ToolSettled
  | JoinClosedRow
  | TurnRefused
  | NoteAdded
  | StepFailed
  | SessionEnded
  | SessionResumed;

/** The kinds of rows. */
export type SessionEventKind = SessionEvent["kind"];

/** A row as a journal keeps it: it is JSON by its form. */
export type StoredEvent = JsonObject & { readonly kind: SessionEventKind };
