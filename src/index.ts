import * as kernel from "#kernel";
import {
  type AuditedRow,
  type CallSpec,
  type CallSpecDraft,
  type CatalogRow,
  type Conversation,
  type Digest,
  type Escalation,
  type Exported,
  type ExportFormat,
  type HumanOverride,
  type JoinClosed,
  type JoinReport,
  type Json,
  judgeJoin,
  type Mandate,
  type Minting,
  type Mutation,
  type MutationProofs,
  type MutationReady,
  type Permit,
  problemText,
  readJson,
  readJsonText,
  type Reading,
  type Replay,
  type RequestDraft,
  type SessionAudit,
  type ToolCard,
  type ToolRequests,
  type TurnRow,
  type Verdict,
} from "#kernel";
import { now, sha256, utf8 } from "#platform";
import type { Clock } from "#ports";

export { agent } from "./agent.ts";
export { replay } from "./replay.ts";
export { AgentError, failFast, harnessPolicy, plainText, policyOf, secretsGuard } from "#runtime";
export type {
  Acting,
  Agent,
  AgentMode,
  AgentOptions,
  AgentRun,
  AgentState,
  BoundPolicy,
  CheckpointAnswer,
  CheckpointApprover,
  CheckpointQuestion,
  Completed,
  EndedCalls,
  EventStream,
  Failed,
  Guard,
  GuardInput,
  Idle,
  IntendedTurn,
  Interrupted,
  KeyPlaces,
  Observing,
  OutputReader,
  OutputReading,
  ResumeOptions,
  RunEnd,
  RunResult,
  ScratchpadEntry,
  SpecChanges,
  StartOptions,
  StateView,
  SubAgent,
  Thinking,
  TurnIntention,
} from "#runtime";
export {
  memoryJournal,
  type MemoryJournal,
  openArtifactStore,
  openFileJournal,
  openHandoffs,
  openWitnesses,
  readFileJournal,
} from "#memory";
export type { ArtifactPlaces, JournalOptions, WitnessOptions } from "#memory";

export {
  CLOSED_SPEC,
  closeJoin,
  defineConfig,
  disposeResults,
  fail,
  FAIL_CLOSED,
  Float,
  guardRequests,
  interrupt,
  InvariantError,
  MUTATIONS,
  NotJsonError,
  parsePolicyConfig,
  reprompt,
  retry,
  settleInterrupted,
  settleResults,
} from "#kernel";
export type {
  AliasTable,
  Answer,
  ArtifactRef,
  AuditedRow,
  AuditFinding,
  CallSpec,
  CallSpecDraft,
  CatalogRow,
  CheckRow,
  Conversation,
  Digest,
  DuplicateKey,
  Effect,
  Escalation,
  EscalationGrant,
  Exported,
  ExportFormat,
  ExportNote,
  FailClass,
  Finding,
  GuardDecisions,
  GuardedRequests,
  Handoff,
  HandoffContract,
  HandoffFinding,
  HistoryMessage,
  HumanOverride,
  Instruction,
  JoinClosed,
  JoinReport,
  JoinWitness,
  Json,
  JsonNumber,
  JsonObject,
  JsonProblem,
  Mandate,
  MandateGrant,
  Minting,
  Mutation,
  MutationAction,
  MutationProofs,
  MutationReady,
  OverrideGrant,
  Permit,
  PolicyConfig,
  PolicyDecision,
  PolicyDraft,
  Reading,
  ReceivedHandoff,
  Receiving,
  Refusal,
  Repair,
  Replay,
  RequestDraft,
  SessionAudit,
  SpecValues,
  Timestamp,
  ToolCard,
  ToolFailure,
  ToolFailureCode,
  ToolRequests,
  ToolResultDraft,
  ToolResults,
  ToolUse,
  TruncationPolicy,
  TurnClosing,
  TurnRow,
  TuskConfig,
  UseDraft,
  Verdict,
  Violation,
  WalkedJournal,
} from "#kernel";

export { PortError, ToolFailed } from "#ports";
export type {
  AgentEvent,
  AgentFault,
  AgentView,
  Approver,
  ArtifactPage,
  ArtifactRow,
  ArtifactStore,
  CallSetting,
  ChildEnd,
  ChildOrder,
  ChildWork,
  Clock,
  EndedChild,
  EventSink,
  FileBasis,
  FileChange,
  FileContent,
  Handoffs,
  Journal,
  JournalRow,
  Model,
  ModelChunk,
  ModelReply,
  ModelRequest,
  OpenedChild,
  OpenFile,
  OpenFolder,
  PermissionAnswer,
  PermissionKeeper,
  PermissionQuestion,
  PermissionSeat,
  PermissionVerdict,
  PolicyEngine,
  ReadCassette,
  ReplayOptions,
  ReplayReport,
  Sandbox,
  SandboxNetwork,
  SandboxProfile,
  SessionSeat,
  Settlement,
  ShellRow,
  StandardSchema,
  Tool,
  ToolCall,
  ToolContext,
  ToolSet,
  Workspace,
  WorkspaceEntry,
  WorkspaceSession,
} from "#ports";
export {
  callSetting,
  callTool,
  prepareCall,
  readInstructions,
  tool,
  ToolDispatchError,
  toolFromJsonSchema,
  toolSet,
  toResultDraft,
} from "#tools";
export type {
  InstructionsRead,
  JsonSchemaToolOptions,
  PreparedCall,
  Preparing,
  ToolOptions,
  ToolSetDraft,
} from "#tools";

/** The time of the machine. */
export const systemClock: Clock = Object.freeze({ now });

/** Reads JSON strictly: numbers kept exactly, repeated keys reported, problems with line and column. Never throws. */
export function parseJson(source: string | Uint8Array): Reading<Json> {
  return typeof source === "string" ? readJsonText(source, utf8) : readJson(source, utf8);
}

/** The canonical text of a value: equal values give equal text. Throws `NotJsonError` for what JSON cannot say. */
export function canonical(value: Json): string {
  return kernel.canonicalJson(value);
}

/** The canonical digest of a value, `sha256:` and 64 hex digits. */
export function digest(value: Json): Digest {
  return kernel.digestJson(sha256, value);
}

/** A judged turn, or why the evidence cannot be judged. */
export type Judgement =
  | { readonly ok: true; readonly report: JoinReport }
  | { readonly ok: false; readonly reason: string };

/** Judges the evidence of one turn, as `harness-join-check` does with a file. Never throws. */
export function judgeTurn(source: string | Uint8Array): Judgement {
  const bytes = typeof source === "string" ? utf8.encode(source) : source;
  const reading = kernel.readTurn(bytes, utf8);
  return reading.ok ? judgeJoin(reading.value, sha256) : { ok: false, reason: problemText(reading.problem) };
}

/** The catalog row of a tool: the digests of its schema and examples are computed. */
export function catalogRow(tool: ToolCard): CatalogRow {
  return kernel.catalogRow(tool, sha256);
}

/** Binds a turn to its policies: every digest and the call id are computed. The first stage of the chain. */
export function bindSpec(draft: CallSpecDraft): Verdict<CallSpec> {
  return kernel.bindSpec(draft, sha256);
}

/** Admits the calls of one reply, before anybody is asked and before anything runs. */
export function admitRequests(spec: CallSpec, draft: RequestDraft): Verdict<ToolRequests> {
  return kernel.admitRequests(spec, draft, sha256);
}

/** Admits one mutation on a closed join, and mints the permit for it. */
export function admitMutation(join: JoinClosed, proofs: MutationProofs): Verdict<MutationReady> {
  return kernel.admitMutation(join, proofs, sha256);
}

/** Mints a permit to claim, renew, release or add, or says why not. */
export function mintMandate(grant: kernel.MandateGrant): Minting<Mandate> {
  return kernel.mintMandate(grant, sha256);
}

/** Mints a permit to discover or mark blocked after a refusal, or says why not. */
export function mintEscalation(grant: kernel.EscalationGrant): Minting<Escalation> {
  return kernel.mintEscalation(grant, sha256);
}

/** Mints a person's override, or says why not. */
export function mintOverride(grant: kernel.OverrideGrant): Minting<HumanOverride> {
  return kernel.mintOverride(grant, sha256);
}

/** True exactly once per permit, for the mutation it was minted for. */
export function spendPermit(permit: Permit, mutation: Mutation): boolean {
  return kernel.spendPermit(permit, mutation, sha256);
}

/** Folds stored rows through the same doors that a live turn goes through. */
export function replayTurn(rows: readonly TurnRow[]): Replay {
  return kernel.replayTurn(rows, sha256);
}

/** Folds the rows of a session through the kernel's doors once more: how many turns closed, and the first row that no run has written (M14). */
export function auditSession(rows: readonly AuditedRow[]): SessionAudit {
  return kernel.auditSession(rows, { sha256, utf8 });
}

/** Checks a handoff packet against what exists of its artifacts now: one that may be gone on from, or everything that speaks against it (R22). */
export function receiveHandoff(handoff: kernel.Handoff, existing: readonly kernel.ArtifactRef[]): kernel.Receiving {
  return kernel.receiveHandoff(handoff, existing, sha256);
}

/** Writes a conversation as a provider takes it, or for people: `finalMessages` of a run is one. Throws where a provider's format is asked of one that is not closed (R11). */
export function exportHistory(conversation: Conversation, format: ExportFormat): Exported {
  return kernel.exportHistory(conversation, format, utf8);
}
