import type { ActionRow, ActionRows } from "./action-row.ts";
import { BEYOND_ACTIONS, type BeyondData } from "./table/issues-beyond.ts";
import { DEPENDENCY_ACTIONS, type DependencyData } from "./table/dependencies.ts";
import { EVIDENCE_ACTIONS, type EvidenceData } from "./table/evidence.ts";
import { GATE_ACTIONS, type GateData } from "./table/gate.ts";
import { GIT_ACTIONS, type GitData } from "./table/issues-git.ts";
import { HARNESS_ACTIONS, type HarnessData } from "./table/harness.ts";
import { ISSUE_ACTIONS, type IssueData } from "./table/issues.ts";
import { PERMISSIONS_ACTIONS, type PermissionsData } from "./table/permissions.ts";
import { RETRY_ACTIONS, type RetryData } from "./table/retry.ts";
import { RUN_ACTIONS, type RunsData } from "./table/run.ts";
import { SANDBOX_ACTIONS, type SandboxData } from "./table/sandbox.ts";
import { SESSION_ACTIONS, type SessionData } from "./table/sessions.ts";
import { START_ACTIONS, type StartData } from "./table/start.ts";
import { TOOL_ACTIONS, type ToolData } from "./table/tools.ts";
import { TRAJECTORY_ACTIONS, type TrajectoryData } from "./table/trajectory.ts";
import { WORKER_ACTIONS, type WorkerRowsData } from "./table/worker.ts";
import { TRANSPORT_ACTIONS, type TransportData } from "./table/transport.ts";
import { WORKERS_ACTIONS, type WorkersData } from "./table/workers.ts";

/** What each action answers, by id. */
export interface ActionData
  extends
    StartData,
    RunsData,
    IssueData,
    BeyondData,
    GitData,
    DependencyData,
    HarnessData,
    WorkerRowsData,
    WorkersData,
    TrajectoryData,
    SessionData,
    ToolData,
    PermissionsData,
    SandboxData,
    GateData,
    EvidenceData,
    TransportData,
    RetryData {}

/** The id of a host action; command line, MCP, REPL and HTTP all mean the same one by it. */
export type ActionId = keyof ActionData;

/** A row of the table by its id. */
export type HostAction<Id extends ActionId> = ActionRow<Id, ActionData[Id]>;

/** Every host action: what it is called, what it takes, what it does, where it lives. Adapters are generated from this. */
export const HOST_ACTIONS: ActionRows<ActionData> = {
  ...START_ACTIONS,
  ...RUN_ACTIONS,
  ...ISSUE_ACTIONS,
  ...BEYOND_ACTIONS,
  ...GIT_ACTIONS,
  ...DEPENDENCY_ACTIONS,
  ...WORKER_ACTIONS,
  ...HARNESS_ACTIONS,
  ...WORKERS_ACTIONS,
  ...TRAJECTORY_ACTIONS,
  ...SESSION_ACTIONS,
  ...TOOL_ACTIONS,
  ...PERMISSIONS_ACTIONS,
  ...SANDBOX_ACTIONS,
  ...GATE_ACTIONS,
  ...EVIDENCE_ACTIONS,
  ...TRANSPORT_ACTIONS,
  ...RETRY_ACTIONS,
};
