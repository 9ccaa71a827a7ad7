import { present } from "../evidence/text.ts";
import type { Decision } from "./decision.ts";
import { fenceFailure, fenceMismatch, givenFence, noLease } from "./fence.ts";
import type { Issue } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { leaseExpiry } from "./lease.ts";
import { changedTo, refused } from "./outcome.ts";
import { withoutLease, withStatus } from "./status.ts";
import type { Timestamp } from "./timestamp.ts";

/** Prolongs a lease that its holder still has; a lost one is not won back by renewing (contract memory 1.8). */
export function decideRenew(view: IssueView, args: IssueArgs["issue.lease_renew"], now: Timestamp): Decision {
  const owner = present(args.assignee);
  if (owner === undefined) return refused("lease_invalid_assignee", "assignee is required");
  const leaseId = present(args.leaseId);
  if (leaseId === undefined) return refused("lease_id_mismatch", "lease_id is required");
  const expiry = leaseExpiry(args, now);
  if (!expiry.ok) return expiry;
  const issue = view.get(args.id);
  if (issue === undefined) return refused("lease_not_found", `issue not found: ${args.id}`);
  if (issue.status === "closed") return refused("lease_issue_closed", `cannot renew lease on closed issue: ${args.id}`);
  if (issue.lease === undefined) return { ok: false, failure: noLease(issue.id) };
  const failure = fenceFailure(issue, { owner, leaseId, token: args.token }, now);
  if (failure !== undefined) return { ok: false, failure };
  const working = issue.status === "in_progress" ? issue : withStatus(issue, "in_progress", now);
  const lease = { ...issue.lease, expires_at: expiry.value, renewed_at: now };
  return changedTo({ ...working, assignee: owner, lease, updated_at: now });
}

/** Gives a lease back, also an expired one. Nothing to give back is no failure unless a lease was believed to be there (contract memory 1.8). */
export function decideRelease(view: IssueView, args: IssueArgs["issue.lease_release"], now: Timestamp): Decision {
  const issue = view.get(args.id);
  if (issue === undefined) return refused("lease_not_found", `issue not found: ${args.id}`);
  const fence = givenFence({ owner: args.assignee, leaseId: args.leaseId, token: args.token });
  if (issue.lease === undefined) {
    return fence === undefined ? { ok: true, changed: [], issue } : { ok: false, failure: noLease(issue.id) };
  }
  const failure = fence && fenceMismatch(issue, issue.lease, fence);
  return failure === undefined ? changedTo(released(issue, now)) : { ok: false, failure };
}

function released(issue: Issue, now: Timestamp): Issue {
  const bare = { ...withoutLease(issue), assignee: "", updated_at: now };
  return bare.status === "in_progress" ? withStatus(bare, "open", now) : bare;
}
