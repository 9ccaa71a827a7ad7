import { present } from "../evidence/text.ts";
import type { Decision } from "./decision.ts";
import type { Issue } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { ClaimQuery, IssueView } from "./issue-view.ts";
import { mayBeClaimed } from "./issue-view-of.ts";
import { isLive, leaseExpiry, newLeaseId } from "./lease.ts";
import { changedTo, type Outcome, refused } from "./outcome.ts";
import { withoutLease, withStatus } from "./status.ts";
import type { Timestamp } from "./timestamp.ts";

/** Who takes an issue, until when, under which lease id if it is a new lease. */
interface Claim {
  readonly assignee: string;
  readonly leaseId: string | undefined;
  readonly expiresAt: Timestamp;
  readonly now: Timestamp;
}

/** Claims one issue by id; its dependencies are not asked (contract memory 1.8). */
export function decideClaim(view: IssueView, args: IssueArgs["issue.claim"], now: Timestamp): Decision {
  const assignee = present(args.assignee);
  if (assignee === undefined) return NO_ASSIGNEE;
  const expiry = leaseExpiry(args, now);
  if (!expiry.ok) return expiry;
  const issue = view.get(args.id);
  if (issue === undefined) return refused("lease_not_found", `issue not found: ${args.id}`);
  const taken = take(issue, { assignee, leaseId: args.leaseId, expiresAt: expiry.value, now });
  return taken.ok ? changedTo(taken.value) : taken;
}

/** Claims the first ready issue that nobody else holds; none is a success without an issue (contract memory 1.8). */
export function decideClaimNext(view: IssueView, args: IssueArgs["issue.claim_next"], now: Timestamp): Decision {
  const assignee = present(args.assignee);
  if (assignee === undefined) return NO_ASSIGNEE;
  const expiry = leaseExpiry(args, now, "got");
  if (!expiry.ok) return expiry;
  const query: ClaimQuery = { assignee, by: args.by ?? "id", reclaimStale: args.reclaimStale ?? false, now };
  for (const issue of view.candidates(query)) {
    if (!mayBeClaimed(issue, query, (id) => view.get(id))) continue;
    const taken = take(issue, { assignee, leaseId: args.leaseId, expiresAt: expiry.value, now });
    if (taken.ok) return changedTo(taken.value);
  }
  return { ok: true, changed: [], issue: undefined };
}

const NO_ASSIGNEE = refused("lease_invalid_assignee", "assignee is required");

function take(issue: Issue, claim: Claim): Outcome<Issue> {
  const { id, status } = issue;
  if (status === "closed") return refused("lease_issue_closed", `cannot claim closed issue: ${id}`);
  const free = withoutStaleLease(issue, claim);
  const { lease, assignee } = free;
  if (lease !== undefined && lease.owner !== claim.assignee) {
    const held = `(owner=${lease.owner}, lease_id=${lease.lease_id})`;
    return refused("lease_contention_active", `issue already leased: ${id} ${held}`);
  }
  if (lease === undefined && assignee !== "" && assignee !== claim.assignee) {
    return refused("lease_contention_active", `issue already claimed: ${id} (assignee=${assignee})`);
  }
  return { ok: true, value: leased(free, claim) };
}

/** An expired lease is gone, and with it whoever had it. */
function withoutStaleLease(issue: Issue, { assignee, now }: Claim): Issue {
  if (issue.lease === undefined || isLive(issue.lease, now)) return issue;
  const bare = withoutLease(issue);
  const open = issue.status === "in_progress" ? withStatus(bare, "open", now) : bare;
  return issue.assignee === assignee ? open : { ...open, assignee: "" };
}

/** One's own live lease goes on under its id and token; any other is new and has the next token. */
function leased(issue: Issue, { assignee, leaseId, expiresAt, now }: Claim): Issue {
  const working = issue.status === "in_progress" ? issue : withStatus(issue, "in_progress", now);
  const held = { ...working, assignee, updated_at: now };
  if (issue.lease !== undefined) {
    return { ...held, lease: { ...issue.lease, expires_at: expiresAt, renewed_at: now } };
  }
  const lease = {
    lease_id: newLeaseId(leaseId, issue.id, assignee),
    owner: assignee,
    acquired_at: now,
    expires_at: expiresAt,
  };
  return { ...held, lease, token: (issue.token ?? 0) + 1 };
}
