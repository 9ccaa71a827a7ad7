import type { PauseReason } from "#ports";

/** Why nothing more is started, and what a person may do about it. */
export interface Pause {
  readonly reason: PauseReason;
  readonly message: string;
  readonly command: string;
}

/** The preflight failed: what runs goes on, nothing new is begun on a graph that has no order (seed 003 §3.1). */
export function cyclePause(cycle: readonly string[]): Pause {
  return {
    reason: "cycle",
    message: `dependencies run in a circle: ${cycle.join(" -> ")}`,
    command: "tusk dep diagnostics; then tusk dep remove ISSUE_ID DEPENDS_ON_ID",
  };
}

/** The KPI fell below its rollback threshold (M13): no additional worker until somebody has recorded what was done about it. */
export function kpiPause(reason: string): Pause {
  return { reason: "kpi", message: reason, command: 'tusk kpi; then tusk kpi --remediate "what was done"' };
}

export function failurePause(workerId: string, issueId: string): Pause {
  return {
    reason: "failure",
    message: `${workerId} failed on ${issueId}; nothing more is started`,
    command: "tusk coordinator --continue-on-failure goes on with the others",
  };
}

/** What one worker cannot use no other can either. */
export function unusablePause(message: string): Pause {
  return { reason: "worker", message, command: "tusk doctor" };
}

export function issuesPause(message: string): Pause {
  return { reason: "issues", message, command: "tusk issue verify" };
}
