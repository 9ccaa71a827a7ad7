import { byCodePoint } from "../digest/order.ts";
import { compareTimestamps, parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { resultClassOf } from "./result-class.ts";
import type { TrajectoryRow } from "./trajectory-row.ts";
import { workerOf } from "./worker-of.ts";

/** What failed rows are put together by (M04). */
export const GROUPINGS = ["class", "issue", "worker"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Failed rows that share a class, an issue (null: they have none) or a worker, and the newest of them. */
export interface FailureGroup {
  readonly name: string | null;
  readonly count: number;
  readonly retryNeededCount: number;
  readonly latestStepId: string;
  readonly latestFinishedAt: string;
}

/** The name of the group that a row belongs to. */
export function groupName(row: TrajectoryRow, by: Grouping): string | null {
  switch (by) {
    case "class":
      return resultClassOf(row.resultClass).name;
    case "issue":
      return row.issueId ?? null;
    case "worker":
      return workerOf(row);
    default:
      return by satisfies never;
  }
}

interface Tally {
  count: number;
  retryNeededCount: number;
  at: Timestamp;
  row: Pick<TrajectoryRow, "stepId" | "finishedAt">;
}

/** Groups that grow row by row; rows that did not fail are passed over. */
export class FailureGroups {
  readonly by: Grouping;
  readonly #groups = new Map<string | null, Tally>();
  constructor(by: Grouping) {
    this.by = by;
  }

  add(row: TrajectoryRow, at: Timestamp): void {
    const { isFailed, isRetryNeeded } = resultClassOf(row.resultClass);
    if (isFailed) this.#merge(groupName(row, this.by), { count: 1, retryNeededCount: isRetryNeeded ? 1 : 0, at, row });
  }

  /** Takes in a group that was counted elsewhere, of rows that come before those added here. */
  merge(group: FailureGroup): void {
    const { name, count, retryNeededCount, latestStepId: stepId, latestFinishedAt: finishedAt } = group;
    const at = parseTimestamp(finishedAt);
    if (at !== undefined) this.#merge(name, { count, retryNeededCount, at, row: { stepId, finishedAt } });
  }

  /** The largest first; those of a size by name. */
  list(): readonly FailureGroup[] {
    const groups = Array.from(this.#groups, ([name, { count, retryNeededCount, row }]) => {
      return { name, count, retryNeededCount, latestStepId: row.stepId, latestFinishedAt: row.finishedAt };
    });
    return groups.toSorted((one, other) => other.count - one.count || byCodePoint(one.name ?? "", other.name ?? ""));
  }

  #merge(name: string | null, given: Tally): void {
    const found = this.#groups.get(name);
    if (found === undefined) return void this.#groups.set(name, given);
    found.count += given.count;
    found.retryNeededCount += given.retryNeededCount;
    if (!isLater(given, found)) return;
    found.at = given.at;
    found.row = given.row;
  }
}

/** The later one of two; at one instant the one that a projection lists first. */
function isLater(one: Tally, other: Tally): boolean {
  return (compareTimestamps(one.at, other.at) || byCodePoint(other.row.stepId, one.row.stepId)) > 0;
}

/** The failed rows of a trajectory, put together by class, issue or worker: the largest group first (M04). */
export function groupFailures(rows: readonly TrajectoryRow[], by: Grouping): readonly FailureGroup[] {
  const groups = new FailureGroups(by);
  for (const row of rows) {
    const at = parseTimestamp(row.finishedAt);
    if (at !== undefined) groups.add(row, at);
  }
  return groups.list();
}
