export type { CancelSignal } from "./cancel-signal.ts";
export type { Clock } from "./clock.ts";
export type { ConfigTrust, TrustState } from "./config-trust.ts";
export {
  type Applied,
  type CompactReport,
  type IssueReads,
  type IssueStore,
  type IssueStoreCode,
  type IssueSummary,
  type LoadedIssues,
  type LoggedChange,
  type PermittedUpkeep,
  type RepairReport,
  type StoreNotice,
  type VerifyFinding,
  type VerifyReport,
} from "./issue-store.ts";
export type {
  Approver,
  PermissionAnswer,
  PermissionKeeper,
  PermissionQuestion,
  PermissionSeat,
  PermissionVerdict,
  PermissionWish,
} from "./permission.ts";
export { PortError } from "./port-error.ts";
export type { KeyVariable, ModelSetup, ServerProgram, Setup, SetupWish } from "./setup.ts";
export type { SchemaIssue, SchemaResult, StandardSchema } from "./standard-schema.ts";
export { ToolFailed } from "./tool-failed.ts";
export type {
  ArgumentCheck,
  DescribedTool,
  HostedCall,
  HostedPermission,
  JudgedArguments,
  ToolHost,
} from "./tool-host.ts";
export type { CallRecord, CallSetting, Settlement, Tool, ToolCall, ToolContext, ToolSet } from "./tool.ts";
export type {
  ArtifactRow,
  CallWorkspace,
  FileBasis,
  FileChange,
  FileContent,
  OpenFile,
  OpenFolder,
  Workspace,
  WorkspaceEntry,
  WorkspaceRecord,
  WorkspaceSession,
} from "./workspace.ts";
export type {
  CapturedStream,
  CommandEnd,
  CommandExit,
  CommandLimits,
  Sandbox,
  SandboxBackend,
  SandboxCommand,
  SandboxNetwork,
  SandboxProfile,
  ShellRow,
} from "./sandbox.ts";
export type { BackendTrial, Examination, HeldState, SandboxWish, WallKeeper } from "./sandbox-host.ts";
export type { Journal, JournalCode, JournalEvent, JournalOpening, JournalRow } from "./journal.ts";
export type { Witness, WitnessCheck, WitnessKind, WitnessStore, WitnessStoreCode } from "./witness-store.ts";
export type {
  HistoryBlock,
  Model,
  ModelChunk,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelUsage,
  ReplyBlock,
  ToolAnswer,
} from "./model.ts";
export type { AgentEvent, EventSink } from "./agent-event.ts";
export type { AgentFault, AgentView, PolicyEngine } from "./policy-engine.ts";
export type { DeskCall, DeskPlace, DeskPreparing, ToolDesk } from "./tool-desk.ts";
export type { SessionJournal, SessionReads, StrayFile, WorkerJournal } from "./session-reads.ts";
export type {
  AgentLoading,
  ResumableAgent,
  ResumedEnd,
  ResumedRun,
  ResumeWish,
  SessionSeat,
  SettledCall,
  SettledSession,
} from "./session-resume.ts";
export type {
  ForkDraft,
  ForkTarget,
  ReadCassette,
  Replay,
  ReplayDifference,
  ReplayOptions,
  ReplayRefusal,
  ReplayRefusalCode,
  ReplayReport,
  ReplayStanding,
} from "./replay.ts";
export type { RunModelWish, RunSeat, RunWish, SeatedEnd } from "./run-seat.ts";
export type {
  CommitDraft,
  IssueCommit,
  Merging,
  Rebasing,
  Repository,
  RepositoryCode,
  Worktree,
  WorktreeSnapshot,
} from "./repository.ts";
export type { CheckCall, CheckResult, Verification, Verified, Verifier } from "./checks.ts";
export type { Work, Worked, WorkOrder } from "./work.ts";
export type {
  ArtifactCode,
  ArtifactReads,
  Artifacts,
  FeatureLedgerReads,
  FeatureLedgers,
  SessionArtifactReads,
  RecentRows,
  SessionArtifacts,
  Trajectories,
  TrajectoryQuery,
  TrajectoryReads,
  WrittenFeature,
} from "./artifacts.ts";
export type { KeptFiles } from "./session-reads.ts";
export type { ChildEnd, ChildOrder, ChildWork, EndedChild, OpenedChild } from "./child-work.ts";
export type { ArtifactPage, ArtifactStore, HandoffCode, Handoffs } from "./handoffs.ts";
export type {
  CoordinatorEnd,
  CoordinatorPicture,
  CoordinatorRow,
  CoordinatorWatcher,
  IssueTotals,
  LeftIssue,
  PauseReason,
  WorkerLine,
  WorkerOutcome,
  WorkerStatus,
} from "./coordinator.ts";
export type { DemoIssue, DemoNews, DemoOpening, DemoStage } from "./demo.ts";
export type {
  WorkerCode,
  WorkerNews,
  WorkerOrder,
  WorkerProcess,
  WorkerProcesses,
  WorkerStanding,
} from "./worker-processes.ts";
export type { WorkerEnd, WorkerPlaces, WorkerTerms, WorkerWish } from "./worker-terms.ts";
