import type { Dependency, Issue } from "./issue.ts";
import { byId, isUnresolved, type Lookup } from "./ready.ts";

/** One thing that holds an issue back. */
export interface Blocker {
  readonly dependency: Dependency;
  /** Undefined when there is no such issue. */
  readonly status: string | undefined;
}

/** An issue that waits, and for what, in the order its row names it. */
export interface BlockedIssue {
  readonly issue: Issue;
  /** Its status says so, whatever its dependencies say. */
  readonly manual: boolean;
  readonly blockers: readonly Blocker[];
}

/** Every issue that is not closed and waits for another or says `blocked`, by id (contract memory 1.4). */
export function blockedIssues(issues: ReadonlyMap<string, Issue>): readonly BlockedIssue[] {
  const lookup: Lookup = (id) => issues.get(id);
  return [...issues.values()]
    .filter(({ status }) => status !== "closed")
    .sort(byId)
    .map((issue) => blockedBy(issue, lookup))
    .filter(({ manual, blockers }) => manual || blockers.length > 0);
}

function blockedBy(issue: Issue, lookup: Lookup): BlockedIssue {
  const blockers = issue.dependencies
    .filter((dependency) => isUnresolved(dependency, lookup))
    .map((dependency) => ({ dependency, status: lookup(dependency.depends_on_id)?.status }));
  return { issue, manual: issue.status === "blocked", blockers };
}
