import { blocksIssue, type Issue, nanosOf, type Standing } from "#kernel";

/** Where a row is in the issue file. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** What a row's revision counts for, and whether it is the row's own. */
export type Revision = Pick<Standing, "rev" | "explicit">;

/** A standing row as the index holds it: where it is, and its place among the rows of its issue. */
export interface IndexRow extends Place, Revision {
  readonly id: string;
}

/** What the index needs of an issue. */
export type IndexedIssue = Pick<
  Issue,
  "id" | "title" | "status" | "priority" | "issue_type" | "assignee" | "tombstone" | "lease" | "dependencies"
>;

/** The columns of an issue, in the order of {@link INSERT_ROW}; blockers come after. */
export function columnsOf(
  issue: IndexedIssue,
  { rev, explicit }: Revision,
  { offset, length }: Place,
  blockers: number,
): (string | number | null)[] {
  return [
    issue.id,
    issue.title,
    issue.status,
    issue.priority,
    issue.issue_type,
    issue.assignee,
    rev,
    explicit ? 1 : 0,
    issue.tombstone === true ? 1 : 0,
    blockers,
    leaseMilliseconds(issue),
    offset,
    length,
  ];
}

export const INSERT_ROW = "INSERT INTO issue VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/** How many blocking edges lead to each issue that this one needs. */
export function blockingTargets(issue: IndexedIssue): ReadonlyMap<string, number> {
  const targets = new Map<string, number>();
  if (issue.tombstone === true) return targets;
  for (const { depends_on_id: target, type } of issue.dependencies)
    if (blocksIssue(type)) targets.set(target, (targets.get(target) ?? 0) + 1);
  return targets;
}

/** Whether an issue no longer blocks others (contract memory 1.4): a missing or deleted one does. */
export function isResolved(status: string, tombstone: boolean): boolean {
  return status === "closed" && !tombstone;
}

/** When the lease ends, in whole milliseconds, never later than it does. */
function leaseMilliseconds({ lease }: IndexedIssue): number | null {
  if (lease === undefined) return null;
  return Math.min(Number(nanosOf(lease.expires_at) / 1_000_000n), Number.MAX_SAFE_INTEGER);
}
