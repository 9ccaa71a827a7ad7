import type { Decision } from "./decision.ts";
import { cycleFailure } from "./decide-dependency.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { draftFailure, newIssue } from "./new-issue.ts";
import { changedTo, refused } from "./outcome.ts";
import type { Timestamp } from "./timestamp.ts";

/** Adds an issue under a new id. */
export function decideAdd(view: IssueView, args: IssueArgs["issue.add"], now: Timestamp): Decision {
  const added = newIssue(view, args, now);
  return added.ok ? changedTo(added.value) : added;
}

/** Adds an open issue that says where it was found (contract memory 2). */
export function decideDiscover(view: IssueView, args: IssueArgs["issue.discover"], now: Timestamp): Decision {
  const { parentIssueId, ...draft } = args;
  const failure = draftFailure(draft);
  if (failure !== undefined) return { ok: false, failure };
  if (view.get(parentIssueId) === undefined) {
    return refused("parent_not_found", `parent issue not found: ${parentIssueId}`);
  }
  const added = newIssue(view, { ...draft, status: "open" }, now);
  if (!added.ok) return added;
  const edge = { issueId: added.value.id, dependsOnId: parentIssueId, type: "discovered-from" };
  // An edge to this id may have been there before the issue was.
  const cycle = cycleFailure(view, edge);
  if (cycle !== undefined) return refused(cycle.code, `failed to add discovered-from dependency: ${cycle.message}`);
  const found = {
    issue_id: edge.issueId,
    depends_on_id: edge.dependsOnId,
    type: edge.type,
    created_by: "",
  };
  return changedTo({ ...added.value, dependencies: [found] });
}
