import type { Decision } from "./decision.ts";
import { cycleFailure } from "./decide-dependency.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { type Draft, draftFailure, newIssue } from "./new-issue.ts";
import { changedTo, refused } from "./outcome.ts";
import type { Timestamp } from "./timestamp.ts";

/**
 * Adds an issue under a new id, where it says so as a part of another one (M17): the part depends on the whole (parent-child), which keeps
 * others from claiming it and leaves the whole as ready as it was; what is unfinished becomes ready when the whole is closed.
 */
export function decideAdd(view: IssueView, args: IssueArgs["issue.add"], now: Timestamp): Decision {
  const { parentIssueId, ...draft } = args;
  if (parentIssueId !== undefined) return addBelow(view, draft, { parentIssueId, type: "parent-child", now });
  const added = newIssue(view, draft, now);
  return added.ok ? changedTo(added.value) : added;
}

/** Adds an open issue that says where it was found (contract memory 2). */
export function decideDiscover(view: IssueView, args: IssueArgs["issue.discover"], now: Timestamp): Decision {
  const { parentIssueId, ...draft } = args;
  return addBelow(view, { ...draft, status: "open" }, { parentIssueId, type: "discovered-from", now });
}

interface Below {
  readonly parentIssueId: string;
  readonly type: "parent-child" | "discovered-from";
  readonly now: Timestamp;
}

function addBelow(view: IssueView, draft: Draft, { parentIssueId, type, now }: Below): Decision {
  const failure = draftFailure(draft);
  if (failure !== undefined) return { ok: false, failure };
  if (view.get(parentIssueId) === undefined) {
    return refused("parent_not_found", `parent issue not found: ${parentIssueId}`);
  }
  const added = newIssue(view, draft, now);
  if (!added.ok) return added;
  const edge = { issueId: added.value.id, dependsOnId: parentIssueId, type };
  // An edge to this id may have been there before the issue was.
  const cycle = cycleFailure(view, edge);
  if (cycle !== undefined) return refused(cycle.code, `failed to add ${type} dependency: ${cycle.message}`);
  const below = { issue_id: edge.issueId, depends_on_id: edge.dependsOnId, type, created_by: "" };
  return changedTo({ ...added.value, dependencies: [below] });
}
