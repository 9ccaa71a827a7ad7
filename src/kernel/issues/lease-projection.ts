import { sortedByCodePoint } from "../digest/order.ts";
import type { Issue } from "./issue.ts";
import { isContended, leaseState } from "./lease.ts";
import { outputTimestamp, type Timestamp } from "./timestamp.ts";

/** Which leases need somebody's attention at a moment, as command outputs say it (contract memory 1.8). */
export interface LeaseProjection {
  readonly checkedAt: string;
  readonly staleCount: number;
  readonly staleIssueIds: readonly string[];
  readonly contendedCount: number;
  readonly contendedIssueIds: readonly string[];
}

/** Sorts out the leases that have expired and those their issues do not agree with; none is both. */
export function leaseProjection(issues: ReadonlyMap<string, Issue>, now: Timestamp): LeaseProjection {
  const all = [...issues.values()];
  const stale = all.filter((issue) => leaseState(issue, now) === "stale").map(({ id }) => id);
  const contended = all.filter((issue) => isContended(issue, now)).map(({ id }) => id);
  return {
    checkedAt: outputTimestamp(now),
    staleCount: stale.length,
    staleIssueIds: sortedByCodePoint(stale),
    contendedCount: contended.length,
    contendedIssueIds: sortedByCodePoint(contended),
  };
}
