import type { Decision } from "./decision.ts";
import { fenceFailure, givenFence } from "./fence.ts";
import type { Issue } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { changedTo, refused } from "./outcome.ts";
import { priorityFailure } from "./new-issue.ts";
import { withoutLease, withStatus } from "./status.ts";
import type { Timestamp } from "./timestamp.ts";

type Update = IssueArgs["issue.update"];

/** Sets the fields that are given, the status by its rule; what is not given stays (contract memory 2). */
export function decideUpdate(view: IssueView, args: Update, now: Timestamp): Decision {
  const issue = view.get(args.id);
  if (issue === undefined) return notFound(args.id);
  const fence = givenFence({ owner: args.leaseOwner, leaseId: args.leaseId, token: args.token });
  const failure = (fence && fenceFailure(issue, fence, now)) ?? priorityFailure(args.priority);
  if (failure !== undefined) return { ok: false, failure };
  const fields = givenFields(args);
  if (args.status === undefined && Object.keys(fields).length === 0) {
    return refused("no_update_fields", "no update fields provided");
  }
  const updated = { ...issue, ...fields, updated_at: now };
  return changedTo(args.status === undefined ? updated : withStatus(updated, args.status, now));
}

/** Closes an issue. With a fence only the one who still holds it may: a lease that was lost or has expired closes nothing. */
export function decideClose(view: IssueView, args: IssueArgs["issue.close"], now: Timestamp): Decision {
  const issue = view.get(args.id);
  if (issue === undefined) return notFound(args.id);
  const fence = givenFence({ owner: args.assignee, leaseId: args.leaseId, token: args.token });
  const failure = fence && fenceFailure(issue, fence, now);
  return failure === undefined ? changedTo(withStatus(issue, "closed", now)) : { ok: false, failure };
}

/** Marks an issue as blocked; the reason is added to its notes once, so that whoever looks at it sees why (contract harness 3.3). With a fence only its holder may. */
export function decideMarkBlocked(view: IssueView, args: IssueArgs["issue.mark_blocked"], now: Timestamp): Decision {
  const issue = view.get(args.id);
  if (issue === undefined) return notFound(args.id);
  const fence = givenFence({ owner: args.assignee, leaseId: args.leaseId, token: args.token });
  const failure = fence && fenceFailure(issue, fence, now);
  if (failure !== undefined) return { ok: false, failure };
  return changedTo(withStatus(noted(issue, args.reason ?? ""), "blocked", now));
}

/** Deletes an issue: what stays is a closed tombstone without a lease, so that no merge brings it back. */
export function decideDelete(view: IssueView, args: IssueArgs["issue.delete"], now: Timestamp): Decision {
  const issue = view.get(args.id);
  if (issue === undefined) return notFound(args.id);
  return changedTo({ ...withStatus(withoutLease(issue), "closed", now), tombstone: true });
}

function notFound(id: string): Decision {
  return refused("issue_not_found", `issue not found: ${id}`);
}

function noted(issue: Issue, reason: string): Issue {
  if (reason === "" || issue.notes.includes(reason)) return issue;
  return { ...issue, notes: issue.notes === "" ? reason : `${issue.notes}\n\n${reason}` };
}

const PLAIN = ["title", "description", "notes", "priority", "assignee", "owner"] as const;

function givenFields(args: Update): Partial<Issue> {
  return Object.fromEntries(PLAIN.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]));
}
