export type {
  ActionModule,
  Arguments,
  Failed,
  Flag,
  HostConfigFile,
  HostInput,
  HostPorts,
  HostWrite,
  JjStatus,
  Operand,
  Outcome,
  PathKind,
  WholeNumbers,
} from "./action.ts";
export type { ConfigDistrustData } from "./actions/config-distrust.ts";
export type { ConfigShowData } from "./actions/config-show.ts";
export type { ConfigTrustData } from "./actions/config-trust.ts";
export { trustLines } from "./trust-lines.ts";
export type { ConformanceData, SuiteReport } from "./actions/conformance-run.ts";
export type { CoordinatorData } from "./actions/coordinator.ts";
export type { DemoData } from "./actions/demo.ts";
export type { DepAddData } from "./actions/dep-add.ts";
export type { DepDiagnosticsData } from "./actions/dep-diagnostics.ts";
export type { DepProjectData } from "./actions/dep-project.ts";
export type { DepRemoveData } from "./actions/dep-remove.ts";
export type { DepReplaceData } from "./actions/dep-replace.ts";
export type { DigestData } from "./actions/digest.ts";
export type { DoctorData, DoctorRow } from "./actions/doctor.ts";
export type { ExplainData, ExplainedClass } from "./actions/explain.ts";
export type { FeatureCheckData } from "./actions/harness-feature-check.ts";
export type { FeatureNextData } from "./actions/harness-feature-next.ts";
export type { FeatureReadData } from "./actions/harness-feature-read.ts";
export type { FeatureWriteData } from "./actions/harness-feature-write.ts";
export type { SessionBootstrapData } from "./actions/harness-session-bootstrap.ts";
export type { SessionReadData } from "./actions/harness-session-read.ts";
export type { SessionWriteData } from "./actions/harness-session-write.ts";
export type { TrajectoryAppendData } from "./actions/harness-trajectory-append.ts";
export type { TrajectoryQueryData } from "./actions/harness-trajectory-query.ts";
export type { NextData } from "./actions/next.ts";
export type { WorkerData } from "./actions/worker.ts";
export type { IssueRunData } from "./run-issues.ts";
export type { KpiData } from "./actions/kpi.ts";
export type { InitData } from "./actions/init.ts";
export type { IssueAddData } from "./actions/issue-add.ts";
export type { BackendStatusData } from "./actions/issue-backend-status.ts";
export type { IssueBlockedData } from "./actions/issue-blocked.ts";
export type { IssueCheckData } from "./actions/issue-check.ts";
export type { IssueClaimData } from "./actions/issue-claim.ts";
export type { IssueClaimNextData } from "./actions/issue-claim-next.ts";
export type { IssueDiscoverData } from "./actions/issue-discover.ts";
export type { IssueListData } from "./actions/issue-list.ts";
export type { IssueCloseData } from "./actions/issue-close.ts";
export type { IssueCompactData } from "./actions/issue-compact.ts";
export type { IssueDeleteData } from "./actions/issue-delete.ts";
export type { IssueExportData } from "./actions/issue-export.ts";
export type { IssueGraphData } from "./actions/issue-graph.ts";
export type { IssueHistoryData, ShownChange } from "./actions/issue-history.ts";
export type { IssueImportData } from "./actions/issue-import.ts";
export type { LeaseProjectionData } from "./actions/issue-lease-projection.ts";
export type { LeaseReleaseData } from "./actions/issue-lease-release.ts";
export type { LeaseRenewData } from "./actions/issue-lease-renew.ts";
export type { IssueRepairData } from "./actions/issue-repair.ts";
export type { IssueShowData, TiedIssue } from "./actions/issue-show.ts";
export type { IssueVerifyData } from "./actions/issue-verify.ts";
export type { TreeNode } from "./dependency-tree.ts";
export type { MergeDriverData } from "./actions/issue-merge-driver.ts";
export type { MigrateEventsData } from "./actions/issue-migrate-events.ts";
export type { IssueReadyData } from "./actions/issue-ready.ts";
export type { ReplayEventsData } from "./actions/issue-replay-events.ts";
export type { IssueUpdateData } from "./actions/issue-update.ts";
export type { JoinCheckData } from "./actions/join-check.ts";
export type { ReplayData } from "./actions/replay.ts";
export type { EscalationData } from "./actions/escalation.ts";
export type { RetryPolicyData } from "./actions/retry-policy.ts";
export type { RunData } from "./actions/run.ts";
export type { SandboxCheckData } from "./actions/sandbox-check.ts";
export type { SandboxRunData } from "./actions/sandbox-run.ts";
export type { SchemaData } from "./actions/schema.ts";
export type { SessionExportData } from "./actions/session-export.ts";
export type { SessionListData } from "./actions/session-list.ts";
export type { SessionResumeData } from "./actions/session-resume.ts";
export type { SessionShowData } from "./actions/session-show.ts";
export type { VerifyData } from "./actions/verify.ts";
export type { ToolCallData } from "./actions/tool-call.ts";
export type { PermissionsCheckData } from "./actions/permissions-check.ts";
export type { PermissionsLintData } from "./actions/permissions-lint.ts";
export type { ToolCheckData } from "./actions/tool-check.ts";
export type { ToolListData } from "./actions/tool-list.ts";
export type { ToolShowData } from "./actions/tool-show.ts";
export type { TourData, TourStop } from "./actions/tour.ts";
export type { TransportCheckData } from "./actions/transport-check.ts";
export type { TransportDispatchData } from "./actions/transport-dispatch.ts";
export { exactLine } from "./event-line.ts";
export { byNaturalOrder } from "./natural-order.ts";
export { type ActionData, type ActionId, HOST_ACTIONS, type HostAction } from "./table.ts";
