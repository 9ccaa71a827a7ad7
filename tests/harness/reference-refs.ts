import { createHash } from "node:crypto";

/* What the reference's loop computes for itself (contract 3.1), written without our kernel, so that the two can be compared. */

/** The loop's hash: of flat objects only, which is all it hashes. */
function stableHash(value: Readonly<Record<string, string | number>>): string {
  const sorted = Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

/** Where a worker of the loop works, and under which rule. */
export interface Lane {
  readonly repoRoot: string;
  readonly issuesPath: string;
  readonly worktree: string;
  readonly workerId: string;
  readonly mode: string;
  readonly reason: string;
  readonly activeEpoch: string;
  readonly supportUntil: string;
}

/** The refs of where a step happens, sorted. */
export function lineage(lane: Lane, issueId: string): readonly string[] {
  const { repoRoot, issuesPath, workerId, worktree, mode, activeEpoch, supportUntil } = lane;
  const ctxRef = `ctx://issue/${issueId}/${stableHash({ kind: "ctx", issueId, repoRoot, issuesPath })}`;
  const cover = stableHash({ kind: "cover", ctxRef, workerPool: "harness.multithread.v1" });
  const coverRef = `cover://worker-loop/${issueId}/${cover}`;
  const refined = { kind: "refinement", coverRef, workerId, worktree, mutationMode: mode, activeEpoch, supportUntil };
  return [coverRef, ctxRef, `refinement://worker-loop/${issueId}/${workerId}/${stableHash(refined)}`];
}

/** The ref of the rule that a step changed an issue under. */
export function policyAudit(lane: Lane, issueId: string, stepIndex: number): string {
  const { mode, reason, activeEpoch, supportUntil, workerId } = lane;
  const digest = stableHash({ mode, reason, activeEpoch, supportUntil, workerId, issueId, stepIndex });
  return `policy://worker-lane/${mode}/${digest}`;
}

/** A row of an issue file, as far as the loop reads it. */
export interface RawIssue {
  readonly id: string;
  readonly status: string;
  readonly assignee?: string;
  readonly lease?: { readonly lease_id?: string; readonly owner?: string; readonly expires_at?: string };
}

/** What the loop makes of an issue that a step has left. */
export interface Handoff {
  readonly state: string;
  readonly action: string;
  readonly resultClass: string;
  readonly leaseRef: string;
}

const AFTER_FAILURE: Readonly<Record<string, readonly [action: string, resultClass: string]>> = {
  active: ["issue_lease_renew", "retry_needed_lease_active"],
  stale: ["issue_claim_next_reclaim", "retry_needed_lease_stale"],
  contended: ["issue_lease_release", "retry_needed_lease_contended"],
  released: ["claim_next", "failed_issue_closed"],
  unleased: ["reconcile", "failed_lease_missing"],
  missing_issue: ["stop", "failed_issue_missing"],
};

/** The handoff of a failed step. */
export function failedHandoff(raw: RawIssue | undefined, step: { id: string; worker: string; lease: string }): Handoff {
  const state = stateOf(raw);
  const [action, resultClass] = AFTER_FAILURE[state] ?? ["stop", "failed_lease_invariant"];
  const held = state === "active";
  const leaseId = raw?.lease?.lease_id ?? (held ? step.lease : "");
  const leaseOwner = raw?.lease?.owner ?? (held ? step.worker : "");
  return { state, action, resultClass, leaseRef: leaseRef(raw, step, { state, action, leaseId, leaseOwner }) };
}

/** The handoff of a step that closed its issue; throws where it is not closed, or somebody still holds it. */
export function closedHandoff(raw: RawIssue | undefined, step: { id: string; worker: string; lease: string }): Handoff {
  const state = stateOf(raw);
  if (raw?.status !== "closed" || state !== "released") throw new Error(`${step.id} is ${raw?.status}, lease ${state}`);
  const action = "release_closed";
  const lease = { state, action, leaseId: step.lease, leaseOwner: step.worker };
  return { state, action, resultClass: "completed", leaseRef: leaseRef(raw, step, lease) };
}

function stateOf(raw: RawIssue | undefined): string {
  if (raw === undefined) return "missing_issue";
  const { status, assignee = "", lease } = raw;
  if (status === "closed") return lease === undefined ? "released" : "closed_with_lease";
  if (lease === undefined) return "unleased";
  const expires = Date.parse(lease.expires_at ?? "");
  if (Number.isNaN(expires)) return "invalid_expires_at";
  if (expires <= Date.now()) return "stale";
  return status !== "in_progress" || (lease.owner !== undefined && assignee !== lease.owner) ? "contended" : "active";
}

function leaseRef(
  raw: RawIssue | undefined,
  { id, worker }: { id: string; worker: string },
  { state, action, leaseId, leaseOwner }: { state: string; action: string; leaseId: string; leaseOwner: string },
): string {
  const digest = stableHash({
    issueId: id,
    workerId: worker,
    leaseId,
    leaseOwner,
    leaseState: state,
    leaseAction: action,
    status: raw?.status ?? "",
    assignee: raw?.assignee ?? "",
  });
  return `lease://handoff/${id}/${state}/${digest}`;
}
