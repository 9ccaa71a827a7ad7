import { sortedByCodePoint } from "../digest/order.ts";
import type { Issue } from "./issue.ts";
import type { ClaimQuery, IssueView } from "./issue-view.ts";
import { leaseState } from "./lease.ts";
import { byId, isUnblocked, type Lookup } from "./ready.ts";

/** The view of issues that are all in memory; `tombstones` are the ids of deleted ones. */
export function issueView(issues: ReadonlyMap<string, Issue>, tombstones?: ReadonlySet<string>): IssueView {
  const get: Lookup = (id) => {
    const issue = issues.get(id);
    return issue?.tombstone === true ? undefined : issue;
  };
  const taken = (id: string): boolean => issues.has(id) || tombstones?.has(id) === true;
  return {
    get,
    taken,
    freeId: () => firstFreeId(taken),
    neighbours: (id) => neighboursOf(get(id)),
    candidates: (query) =>
      [...issues.values()]
        .filter((issue) => issue.tombstone !== true && mayBeClaimed(issue, query, get))
        .sort(query.by === "id" ? byId : byPriority),
  };
}

/** Whether claim-next may take an issue, as far as status, lease and blockers say (contract memory 1.8; taking over is ours). */
export function mayBeClaimed(issue: Issue, { reclaimStale, now }: ClaimQuery, lookup: Lookup): boolean {
  const free = issue.status === "open";
  const abandoned = reclaimStale && issue.status === "in_progress" && leaseState(issue, now) === "stale";
  return (free || abandoned) && isUnblocked(issue, lookup);
}

/** The ids an issue's own row depends on, sorted, each once. */
export function neighboursOf(issue: Issue | undefined): readonly string[] {
  if (issue === undefined || issue.dependencies.length === 0) return [];
  return sortedByCodePoint([...new Set(issue.dependencies.map(({ depends_on_id: target }) => target))]);
}

function byPriority(left: Issue, right: Issue): number {
  return left.priority - right.priority || byId(left, right);
}

function firstFreeId(taken: (id: string) => boolean): string {
  let n = 1;
  while (taken(`bd-${n}`)) n += 1;
  return `bd-${n}`;
}
