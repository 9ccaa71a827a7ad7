import { trimmed } from "../evidence/text.ts";
import { compareTimestamps, parseTimestamp, type Timestamp } from "../issues/timestamp.ts";

/** Where the lease of an issue stands when a worker stops (contract 3.1). */
export type HandoffState =
  | "active"
  | "stale"
  | "contended"
  | "released"
  | "unleased"
  | "missing_issue"
  | "closed_with_lease"
  | "invalid_expires_at";

/** What a worker does about a lease as it stops; `release_closed` is the way out of success. */
export type LeaseHandoffAction =
  | "issue_lease_renew"
  | "issue_claim_next_reclaim"
  | "issue_lease_release"
  | "claim_next"
  | "reconcile"
  | "stop"
  | "release_closed";

interface HandoffRow {
  readonly action: LeaseHandoffAction;
  /** The class of the trajectory's row for the failed step. */
  readonly resultClass: string;
}

const INVARIANT: HandoffRow = { action: "stop", resultClass: "failed_lease_invariant" };

/** What follows a failed step in each state (contract 3.1). */
export const LEASE_HANDOFFS: { readonly [S in HandoffState]: HandoffRow } = {
  active: { action: "issue_lease_renew", resultClass: "retry_needed_lease_active" },
  stale: { action: "issue_claim_next_reclaim", resultClass: "retry_needed_lease_stale" },
  contended: { action: "issue_lease_release", resultClass: "retry_needed_lease_contended" },
  released: { action: "claim_next", resultClass: "failed_issue_closed" },
  unleased: { action: "reconcile", resultClass: "failed_lease_missing" },
  missing_issue: { action: "stop", resultClass: "failed_issue_missing" },
  closed_with_lease: INVARIANT,
  invalid_expires_at: INVARIANT,
};

/** As much of an issue as a snapshot needs. An `Issue` is one, and so is a raw row whose moments nobody has checked. */
export interface LeasedRow {
  readonly status: string;
  readonly assignee: string;
  readonly lease?: { readonly lease_id: string; readonly owner: string; readonly expires_at: string };
}

/** The lease as a step leaves it, and what is done about it. Texts are trimmed; what is not there is empty. */
export interface LeaseSnapshot extends HandoffRow {
  readonly state: HandoffState;
  readonly status: string;
  readonly assignee: string;
  readonly leaseId: string;
  readonly leaseOwner: string;
}

/** The snapshot after a failed step; no row means that the issue is gone. */
export function leaseSnapshot(issue: LeasedRow | undefined, now: Timestamp): LeaseSnapshot {
  if (issue === undefined) return snapshotIn("missing_issue", { status: "", assignee: "" });
  const { lease } = issue;
  const row: LeasedRow = {
    status: trimmed(issue.status),
    assignee: trimmed(issue.assignee),
    ...(lease === undefined
      ? {}
      : { lease: { ...lease, lease_id: trimmed(lease.lease_id), owner: trimmed(lease.owner) } }),
  };
  return snapshotIn(stateOf(row, now), row);
}

/** The snapshot after a step that closed its issue, naming the lease that was claimed; undefined unless the issue is closed and free. */
export function closedSnapshot(
  issue: LeasedRow | undefined,
  claimed: { readonly leaseId: string; readonly workerId: string },
): LeaseSnapshot | undefined {
  if (issue === undefined || trimmed(issue.status) !== "closed" || issue.lease !== undefined) return undefined;
  return {
    state: "released",
    action: "release_closed",
    resultClass: "completed",
    status: "closed",
    assignee: trimmed(issue.assignee),
    leaseId: claimed.leaseId,
    leaseOwner: claimed.workerId,
  };
}

function stateOf({ status, assignee, lease }: LeasedRow, now: Timestamp): HandoffState {
  if (status === "closed") return lease === undefined ? "released" : "closed_with_lease";
  if (lease === undefined) return "unleased";
  const expiresAt = parseTimestamp(trimmed(lease.expires_at));
  if (expiresAt === undefined) return "invalid_expires_at";
  if (compareTimestamps(expiresAt, now) <= 0) return "stale";
  const contended = status !== "in_progress" || (lease.owner !== "" && assignee !== lease.owner);
  return contended ? "contended" : "active";
}

function snapshotIn(state: HandoffState, { status, assignee, lease }: LeasedRow): LeaseSnapshot {
  const { lease_id: leaseId = "", owner: leaseOwner = "" } = lease ?? {};
  return { state, ...LEASE_HANDOFFS[state], status, assignee, leaseId, leaseOwner };
}
