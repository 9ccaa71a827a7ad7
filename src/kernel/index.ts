export { configJsonSchema } from "./config/config-json-schema.ts";
export { CONFIG_KEYS } from "./config/keys.ts";
export { AGENTS_EQUIVALENTS, AGENTS_FILE } from "./config/instruction-files.ts";
export { type ConfiguredMcpServer, type McpAddress, type McpProgram } from "./config/mcp-keys.ts";
export { type CheckDeclaration, type ConfiguredCheck, declaredChecks } from "./config/check-keys.ts";
export {
  type ConfiguredPrice,
  type ConfiguredProvider,
  type PriceInMicros,
  pricesInMicros,
  PROVIDER_PACKAGES,
  type ProviderKind,
} from "./config/model-keys.ts";
export { readMoney } from "./config/money.ts";
export { nearestWord } from "./config/nearest-word.ts";
export { nestValues } from "./config/nest-values.ts";
export { type ConfigFile, originText, type ResolvedConfig, resolveConfig } from "./config/resolve-config.ts";
export { SENSITIVE_KEYS, type SensitiveSetting, sensitiveSettings } from "./config/sensitive-keys.ts";
export { shownRows } from "./config/shown-rows.ts";
export { defineConfig, type TuskConfig } from "./config/tusk-config.ts";
export { canonicalJson, NotJsonError } from "./digest/canonical.ts";
export {
  type Digest,
  digestIn,
  digestJson,
  digestMultiset,
  digestText,
  parseDigest,
  type Sha256,
} from "./digest/digest.ts";
export { byCodePoint } from "./digest/order.ts";
export { stableHash } from "./digest/stable-hash.ts";
export { normalizeEvidence, type Normalization } from "./evidence/normalize.ts";
export type { NormalizedEvidence } from "./evidence/normalized.ts";
export { readTurn } from "./evidence/read-turn.ts";
export { JOIN_CHECK_INPUT, type JoinCheckInput, type TypestateEvidenceInput } from "./evidence/wire.ts";
export { MUTATION_INPUT, type MutationInput } from "./evidence/mutation-input.ts";
export type {
  GuardEvidence,
  Intent,
  PermissionEvidence,
  RequestEvidence,
  ResultEvidence,
  TuskEvidence,
} from "./evidence/tusk-evidence.ts";
export { TUSK_INPUT } from "./evidence/tusk-schema.ts";
export type { ValueLookup } from "./evidence/values.ts";
export {
  FAIL_CLASSES,
  type FailClass,
  FULL_CLASSES,
  parseFailClass,
  REFERENCE_CLASSES,
  type ReferenceClass,
} from "./gate/classes.ts";
export { type JoinJudgement, type JoinReport, judgeFull, judgeJoin } from "./gate/join-check.ts";
export { type JoinCheckPayload, joinCheckPayload, type JoinWitness } from "./gate/join-witness.ts";
export { judgeJoinAndMutation, judgeMutation, type MutationReport } from "./gate/mutation-check.ts";
export { NotNormal } from "./evidence/rows.ts";
export type { Answer, Finding } from "./gate/rule.ts";
export type { CheckRow } from "./gate/run.ts";
export { FAIL_CLOSED } from "./gate/table.ts";
export { InvariantError, type Refusal, type Verdict, type Violation } from "./gate/verdict.ts";
export { type Escalation, type EscalationGrant, mintEscalation } from "./permit/escalation.ts";
export { type HumanOverride, mintOverride, type OverrideGrant } from "./permit/human-override.ts";
export { type Mandate, type MandateGrant, mintMandate } from "./permit/mandate.ts";
export type { Minting } from "./permit/minting.ts";
export type { MandateSource } from "./permit/mandate.ts";
export { type Mutation, type MutationAction, mutationDigest, MUTATIONS } from "./permit/mutation.ts";
export { type Permit, spendPermit } from "./permit/permit.ts";
export { actionModeOf, type AdapterProfile, type BoundActionMode } from "./spec/action-mode.ts";
export { bindValues, type BoundValues } from "./spec/bound-values.ts";
export { bindSpec, bindTurn, type CallSpec, type CallSpecDraft, type TurnDraft } from "./spec/call-spec.ts";
export { CALL_SPEC_FIELDS, type CallSpecFields, callSpecFields } from "./spec/call-spec-fields.ts";
export { CLOSED_SPEC, catalogRow, type ToolCard } from "./spec/closed-spec.ts";
export type {
  CatalogRow,
  Effect,
  GuardStage,
  Probe,
  SpecValues,
  ToolChoice,
  TruncationPolicy,
} from "./spec/spec-values.ts";
export { type GuardDecisions, type GuardedRequests, guardRequests } from "./turn/guarded-requests.ts";
export { closeJoin, type JoinClosed, type TurnClosing } from "./turn/join-closed.ts";
export { admitMutation, type MutationProofs, type MutationReady } from "./turn/mutation-ready.ts";
export { type Replay, replayTurn, settleInterrupted, type TurnRow } from "./turn/replay.ts";
export { admitRequests, type RequestDraft, type ToolRequests } from "./turn/tool-requests.ts";
export { interruptedResult, settleResults, type ToolResultDraft, type ToolResults } from "./turn/tool-results.ts";
export { disposeResults, type ToolUse, type UseDraft } from "./turn/tool-use.ts";
export { type DuplicateKey, type JsonProblem, problemText, type Reading } from "./json/problem.ts";
export { readJson, readJsonText, readStruct, readToolText, refuseDuplicates } from "./json/read.ts";
export type { Utf8 } from "./json/utf8.ts";
export { compileSchema, schemaFault, type SchemaProblem } from "./schema/json-schema-check.ts";
export { publishedSchema, WIRE_KINDS, type WireKind } from "./schema/wire-kinds.ts";
export { Float, isJsonObject, type Json, type JsonNumber, type JsonObject } from "./json/value.ts";
export type { Decision } from "./issues/decision.ts";
export type { Dependency, Issue, IssueType, Lease } from "./issues/issue.ts";
export {
  isAboutArguments,
  type IssueFailure,
  type IssueFailureCode,
  type LeaseFailureClass,
} from "./issues/issue-failure.ts";
export type { IssueAction, IssueArgs, IssueMutation, UpkeepMutation } from "./issues/issue-mutation.ts";
export type { ClaimQuery, IssueView } from "./issues/issue-view.ts";
export {
  compareTimestamps,
  EPOCH,
  nanosOf,
  outputTimestamp,
  parseTimestamp,
  type Timestamp,
  timestampOfNanos,
} from "./issues/timestamp.ts";
export { type BlockedIssue, blockedIssues, type Blocker } from "./issues/blocked.ts";
export { findCycle, type GraphScope } from "./issues/cycles.ts";
export { decideMutation } from "./issues/decide-mutation.ts";
export {
  type GraphIntegrity,
  graphIntegrity,
  projectDependencies,
  type ProjectedDependency,
} from "./issues/dependency-projection.ts";
export {
  blocksIssue,
  DEPENDENCY_TYPES,
  type DependencyType,
  type DependencyView,
  parseDependencyType,
} from "./issues/dependency-types.ts";
export { type CheckFinding, checkIssues, type IssueCheck, NOTE_WARN_THRESHOLD } from "./issues/issue-check.ts";
export { issueView } from "./issues/issue-view-of.ts";
export { isContended, type LeaseState, leaseState } from "./issues/lease.ts";
export { type LeaseProjection, leaseProjection } from "./issues/lease-projection.ts";
export { type MutationReading, parseIssueMutation } from "./issues/parse-issue-mutation.ts";
export { readyIssues } from "./issues/ready.ts";
export { isLeaseAction, parseTransportAction, rejectedPayload, unknownAction } from "./issues/transport.ts";
export { leasedIssue, leaseEnvelope, leaseMutation, type LeaseOutcome } from "./issues/transport-lease.ts";
export { transportCheck } from "./issues/transport-check.ts";
export type { LeaseAction, StatelessAction, TransportAction } from "./issues/transport-constants.ts";
export { statelessEnvelope } from "./issues/transport-fibers.ts";
export { VERIFICATION_RUNNERS } from "./issues/verification-command.ts";
export { type Corruption, findCorruption } from "./issues/corruption.ts";
export { foldRow, type FoldRow, newerRow, type RowTexts, type Standing } from "./issues/fold.ts";
export { isOtherIssue, type IssueFile, loadIssueFile, type MadeIssue, sortedIssues } from "./issues/issue-file.ts";
export { type FileMerge, mergeFiles } from "./issues/merge-files.ts";
export { type IssueLine, type LinePlace, readIssueLines } from "./issues/issue-lines.ts";
export { issueTypeProblem, parseIssueType } from "./issues/issue-shape.ts";
export { type IssueReading, readIssue } from "./issues/read-issue.ts";
export { PROJECTION_KIND, type ProjectionHead, readProjection } from "./issues/read-projection.ts";
export { canonicalRows, snapshotRef } from "./issues/snapshot-ref.ts";
export { contractRow, writeIssue } from "./issues/write-issue.ts";
export {
  type Changed,
  type Dropped,
  type LogEvent,
  type LogRow,
  LOG_SCHEMA,
  readLogRow,
  writeLogRow,
} from "./issues/log-row.ts";
export { type LogFinding, walkLog, type WalkedLog } from "./issues/walk-log.ts";
export { permitActor, permitRecord } from "./permit/permit-record.ts";
export { type LogStanding, replayLogs } from "./issues/replay-logs.ts";
export { type Salvage, salvageLine } from "./issues/salvage-line.ts";
export { eventStreamRef, type IssueEvent, migrateToEvents, writeEvent } from "./issues/issue-events.ts";
export { readBeadsRow } from "./issues/import-beads.ts";
export { readEvents } from "./issues/read-events.ts";
export { type Replayed, replayEvents, storesEquivalent } from "./issues/replay-events.ts";
export { argumentProblemText, foundIn, shownName } from "./reply/argument-problem.ts";
export { repairArguments, type Repairing } from "./reply/apply-repairs.ts";
export type { RepliedBlock } from "./reply/read-block.ts";
export { type ReadReply, readReply, REPLY_BOUNDS, type ReplyCall, type ReplyReading } from "./reply/read-reply.ts";
export { type ReplyActions, replyActions } from "./reply/reply-actions.ts";
export { REPLY_PROBLEMS, type ReplyProblem, type ReplyProblemKind, type ReplyProblems } from "./reply/reply-problem.ts";
export { renderTextCall } from "./reply/render-text-call.ts";
export { parseRepairSchema, type RepairSchema } from "./reply/repair-schema.ts";
export { ALIASES, type AliasTable, isPathLike, PROHIBITIONS, type Repair, REPAIRS } from "./reply/repairs.ts";
export {
  clipText,
  MESSAGE_LIMIT,
  parseToolFailureCode,
  TOOL_FAILURES,
  toolFailure,
  type ToolFailure,
  type ToolFailureCode,
} from "./policy/tool-failure.ts";
export { PROTECTED_PATHS, protectedBy, type ProtectedGroup } from "./policy/protected-paths.ts";
export { backoffMs } from "./policy/backoff.ts";
export { escalationNote, escalationNoteDigest, type EscalationSubject } from "./policy/escalation-note.ts";
export { type EscalatedIssue, type EscalationPlan, escalationPlan } from "./policy/escalation-plan.ts";
export { failureClassesIn, type ProcessOutput } from "./policy/failure-classes-in.ts";
export { verificationClassOf } from "./policy/harness-retry-policy.ts";
export {
  ACTIVE_ISSUE_VARIABLES,
  type IssueContext,
  type IssueContextFacts,
  type IssueContextFailure,
  resolveIssueContext,
  SESSION_PATH_VARIABLE,
} from "./policy/issue-context.ts";
export {
  builtInRetryPolicy,
  loadRetryPolicy,
  RETRY_POLICY_PATH,
  type RetryPolicyFile,
  retryPolicyProblem,
} from "./policy/load-retry-policy.ts";
export {
  classifyFailure,
  decideRetry,
  type EscalationAction,
  type RetryDecision,
  type RetryPolicy,
  type VerificationClass,
} from "./policy/retry.ts";
export { type WitnessFile, witnessFailureClasses } from "./policy/witness-failure-classes.ts";
export { parseWorkspacePath, type WorkspacePath } from "./policy/workspace-path.ts";
export { escapeHarmful, harmlessText } from "./json/harmless-text.ts";
export { oneLine, quotedText } from "./json/quoted-text.ts";
export { ARTIFACT_MARK, type Shown, showText } from "./policy/truncation.ts";
export { canonicalCopy } from "./digest/native-copy.ts";
export {
  type Approval,
  APPROVAL,
  approvalProblem,
  approvalRef,
  type Asked,
  permissionArgsDigest,
  settleApproval,
} from "./policy/permissions/approval.ts";
export {
  BUILT_IN_RULES,
  decidePermission,
  MOST_COMMANDS,
  type PermissionCall,
  type PermissionDecision,
  type PermissionReason,
} from "./policy/permissions/decide.ts";
export { DEFAULT_RULE_SETS, type DefaultRuleSet, defaultRuleSet } from "./policy/permissions/default-rule-sets.ts";
export { parseRuleSet, type RuleSetReading, SHELL_TOOLS } from "./policy/permissions/parse-rule-set.ts";
export type { CommandPattern, PermissionEffect, Rule, RuleSet, RuleSetSource } from "./policy/permissions/rule-set.ts";
export { SECRET_NAMES } from "./policy/permissions/secret-names.ts";
export { namesSecret, READABLE_FILES, READABLE_ROOTS } from "./policy/permissions/sensitive-path.ts";
export {
  leavesOf,
  type ReadShell,
  type ShellCommand,
  shellCommandText,
  type ShellNode,
  type ShellReading,
  type ShellWord,
} from "./policy/permissions/shell-script.ts";
export type { JournalDamage, JournalDamageKind, JournalMend } from "./journal/journal-findings.ts";
export { assertRowEvent } from "./journal/event-text.ts";
export { JOURNAL_SCHEMA, type LinkedRow, readJournalRow, writeJournalRow } from "./journal/journal-row.ts";
export { walkJournal, type WalkedJournal, type WalkedRow } from "./journal/walk-journal.ts";
export { AGENT_ERRORS, type AgentErrorKind } from "./session/agent-error-kind.ts";
export { runTermsProblem } from "./session/policy-forms.ts";
export { frozenCopy, frozenJson, takenJson } from "./json/frozen.ts";
export { approvalOfCheckpoint } from "./session/checkpoint-approval.ts";
export {
  type CallAnswer,
  type ClosedHistory,
  History,
  type HistoryBlock,
  type HistoryMessage,
} from "./session/history.ts";
export { COMPACTION_ITEMS, compactionOf, PrefixDigests } from "./session/compaction.ts";
export { fanOutOf } from "./session/turn-children.ts";
export type {
  HandoffReceived,
  RunTerms,
  SessionEvent,
  SessionEventKind,
  StoredEvent,
} from "./session/session-event.ts";
export { type Instruction, type InstructionRef, instructionsText } from "./session/instruction.ts";
export { sessionRequestDigest } from "./session/request-digest.ts";
export { type OpenTurn, SessionState, type SessionUsage } from "./session/session-state.ts";
export type { PolicyDecision } from "./agent/policy-decision.ts";
export { admitDecision, type DecisionTally, NO_DECISIONS } from "./agent/admit-decision.ts";
export {
  allot,
  type Budget,
  type BudgetAmounts,
  type BudgetLine,
  type Cost,
  parseBudget,
  spend,
} from "./agent/budget.ts";
export {
  decideMalformedAction,
  FAIL_FAST,
  HARNESS_PRESET,
  parsePolicyConfig,
  type PolicyConfig,
  type PolicyDraft,
} from "./agent/policy-config.ts";
export { fail, interrupt, parsePolicyDecision, reprompt, retry } from "./agent/policy-decision.ts";
export { EXPORT_FORMATS, type Exported, type ExportFormat, exportHistory } from "./session/export/export-history.ts";
export { ProviderIds, providerName } from "./session/export/provider-names.ts";
export { type Conversation, EXPORT_CHANGES, type ExportChange, type ExportNote } from "./session/export/exported.ts";
export { type ContinuationDecision, decideContinuation } from "./turn/stop-reason.ts";
export type { ExecutionPattern } from "./spec/execution-pattern.ts";
export type { ToolRequestDraft } from "./turn/tool-requests.ts";
export {
  readSessionEvent,
  SESSION_ROWS,
  type SessionEventReading,
  type SessionRow,
} from "./session/session-event-forms.ts";
export { type AuditFinding, type AuditedRow, auditSession, type SessionAudit } from "./session/audit-session.ts";
export {
  brief,
  mayHaveRun,
  NOT_PERMITTED_YET,
  notRunText,
  openCallText,
  toldInterrupted,
} from "./session/open-calls.ts";
export { keepsContent, sealedRow } from "./session/sealed-row.ts";
export { SessionHistory } from "./session/session-history.ts";
export { splitNotes } from "./session/split-notes.ts";
export { turnWitnesses, type TurnWitnesses, witnessRef } from "./session/turn-witnesses.ts";
export {
  TAPE_ANSWERS,
  type TapeAnswer,
  type TapeAnswerKind,
  type TapedFailure,
  type TapeEntry,
  type TapeOpened,
} from "./session/tape-entry.ts";
export { readTapeEntry } from "./session/tape-entry-forms.ts";
export { tapedRequestDigester } from "./session/taped-request.ts";
export { type Bootstrap, bootstrapOf, type BootstrapRefs } from "./projections/bootstrap.ts";
export { checkLedger, LEDGER_CHECK_KIND, type LedgerCheck, type LedgerFinding } from "./projections/check-ledger.ts";
export {
  FEATURE_STATUSES,
  type FeatureLedger,
  type FeatureRow,
  type FeatureStatus,
  type LedgerReading,
  readFeatureLedger,
  writeFeatureLedger,
} from "./projections/feature-ledger.ts";
export {
  type HarnessSession,
  type HarnessSessionState,
  readHarnessSession,
  type SessionReading,
  writeHarnessSession,
} from "./projections/harness-session.ts";
export { type NextFeature, nextFeature, type NextFeatureChoice } from "./projections/next-feature.ts";
export { type FeatureChange, type FeatureUpdate, updateFeature } from "./projections/update-feature.ts";
export {
  DEFAULT_ISSUES_PATH,
  type SessionChange,
  sessionIssuesPath,
  type SessionMoment,
  sessionToken,
  updateSession,
} from "./projections/update-session.ts";
export { wholeSecond } from "./projections/whole-second.ts";
export {
  HARNESS_ROW_KINDS,
  type CheckWord,
  type HarnessRow,
  harnessRow,
  type HarnessRowKind,
  type ViolationWord,
} from "./worker/harness-row.ts";
export { auditEvidence } from "./worker/audit-evidence.ts";
export { auditLeases, type LeaseMemory, type LoggedLease } from "./worker/audit-leases.ts";
export { auditLedger } from "./worker/audit-ledger.ts";
export { type KnownWorker, toldSteps, type ToldStep, TrajectoryAudit } from "./worker/audit-trajectory.ts";
export { auditWorker, type PlacedHarnessRow, type WorkerAudit, type WorkerFinding } from "./worker/audit-worker.ts";
export { HARNESS_ROWS } from "./worker/harness-row-forms.ts";
export { type BootRoots, stepRoots } from "./worker/step-roots.ts";
export { type KeptEvidence, type KeptPermit } from "./worker/kept-evidence.ts";
export { type Candidate, selectTarget, type TargetChoice, type TargetPolicy } from "./worker/select-target.ts";
export { foldSteps, leftWork, type StepState, unfinishedSteps, type WorkStanding } from "./worker/step-state.ts";
export { compileGlob } from "./gate/paths.ts";
export { leaseHandoffRef, type LeaseHolder } from "./worker/lease-handoff-ref.ts";
export {
  closedSnapshot,
  type HandoffState,
  LEASE_HANDOFFS,
  type LeasedRow,
  type LeaseHandoffAction,
  type LeaseSnapshot,
  leaseSnapshot,
} from "./worker/lease-snapshot.ts";
export { lineageRefs, type SiteLineage } from "./worker/lineage-refs.ts";
export {
  policyRef,
  WORKER_REF_PREFIX,
  type WorkerLanePolicy,
  workerRef,
  type WorkerWord,
} from "./worker/worker-refs.ts";
export { type ArtifactName, artifactRef, fileRef, parseArtifactRef, sessionRef } from "./handoff/artifact-ref.ts";
export { evidencePacket, evidencePacketDigest } from "./handoff/evidence-packet.ts";
export { HAND_OFF_TOOL, type HandOffNote, readHandOffNote } from "./handoff/hand-off-note.ts";
export { type Handoff, HANDOFF_KIND, handoffDigest, writeHandoff } from "./handoff/handoff.ts";
export { handoffOfSession, type HandingOver } from "./handoff/handoff-of-session.ts";
export { type HandoffFinding, judgeHandoff } from "./handoff/judge-handoff.ts";
export { narrowedScope } from "./handoff/narrowed-scope.ts";
export { packetText } from "./handoff/packet-text.ts";
export { type HandoffReading, parseHandoff, readHandoff } from "./handoff/read-handoff.ts";
export { type ReceivedHandoff, receiveHandoff, receiverProblem, type Receiving } from "./handoff/received-handoff.ts";
export { type SessionProgress, sessionProgress } from "./handoff/session-progress.ts";
export { expansionPaused } from "./projections/expansion-paused.ts";
export {
  type FailureGroup,
  FailureGroups,
  groupFailures,
  type Grouping,
  GROUPINGS,
} from "./projections/group-failures.ts";
export {
  KPI_KIND,
  kpiOf,
  KPI_REASONS,
  type KpiReport,
  type KpiState,
  KPI_THRESHOLDS,
  type KpiThresholds,
  REMEDIATION_ACTION,
} from "./projections/kpi.ts";
export { type KpiRow, readKpiRow } from "./projections/kpi-row.ts";
export { kpiWindows } from "./projections/kpi-windows.ts";
export {
  type BadLine,
  type PlacedRow,
  projectTrajectory,
  type TrajectoryAsk,
  type TrajectoryCounts,
  TRAJECTORY_MODES,
  type TrajectoryMode,
  type TrajectoryProjection,
  TrajectoryProjector,
} from "./projections/project-trajectory.ts";
export { remediationDraft } from "./projections/remediation-draft.ts";
export { type ResultClass, resultClassOf } from "./projections/result-class.ts";
export { pythonFloat } from "./projections/round-six.ts";
export { type TrajectoryFilter } from "./projections/trajectory-filter.ts";
export {
  type LineFault,
  lineFaultText,
  readTrajectoryLines,
  type TrajectoryLine,
} from "./projections/trajectory-lines.ts";
export {
  normalizeTrajectoryRow,
  type TrajectoryDraft,
  type TrajectoryRow,
  trajectoryRowDigest,
  writeTrajectoryRow,
} from "./projections/trajectory-row.ts";
export { workerOf } from "./projections/worker-of.ts";
export type { ArtifactRef, FanOutChild } from "./evidence/tusk-evidence.ts";
export type { HandoffDraft } from "./turn/tool-use.ts";
export type { ContextScope, HandoffContract } from "./spec/spec-values.ts";
