import { byCodePoint } from "../digest/order.ts";
import { compareTimestamps, type Timestamp } from "../issues/timestamp.ts";
import { type FailureGroup, FailureGroups, type Grouping } from "./group-failures.ts";
import { resultClassOf } from "./result-class.ts";
import { fitsFilter, type TrajectoryFilter } from "./trajectory-filter.ts";
import { normalizeTrajectoryRow, type TrajectoryRow } from "./trajectory-row.ts";

/** Which rows a projection lists. */
export const TRAJECTORY_MODES = ["latest", "failed", "retry_needed"] as const;
export type TrajectoryMode = (typeof TRAJECTORY_MODES)[number];

/** The kind of a projection. */
export const TRAJECTORY_PROJECTION_KIND = "premath.harness.trajectory.projection.v1";

/** What is asked of a trajectory. */
export interface TrajectoryAsk {
  readonly mode: TrajectoryMode;
  readonly limit: number;
  readonly filter?: TrajectoryFilter;
  readonly groupBy?: Grouping;
}

/** A line that is no row, by its number, in the contract's words. */
export interface BadLine {
  readonly line: number;
  readonly problem: string;
}

/** Newest first; counts are over all rows that are asked about, `count` is what is listed (contract 2.5). What is beyond the contract is there only when there is such. */
export interface TrajectoryProjection {
  readonly projectionKind: typeof TRAJECTORY_PROJECTION_KIND;
  readonly mode: TrajectoryMode;
  readonly count: number;
  readonly totalCount: number;
  readonly failedCount: number;
  readonly retryNeededCount: number;
  readonly items: readonly TrajectoryRow[];
  readonly groupBy?: Grouping;
  readonly groupCount?: number;
  readonly groups?: readonly FailureGroup[];
  readonly badCount?: number;
  /** The first of them. */
  readonly badLines?: readonly BadLine[];
}

/** A row in its place: when it finished, and where it stands in its file. */
export interface PlacedRow {
  readonly row: TrajectoryRow;
  readonly at: Timestamp;
  readonly offset: number;
}

/** Orders rows as a projection lists them: the later first, then by step, by action, by place (contract 2.5). */
export function byRecency(one: PlacedRow, other: PlacedRow): number {
  return (
    compareTimestamps(other.at, one.at) ||
    byCodePoint(one.row.stepId, other.row.stepId) ||
    byCodePoint(one.row.action, other.row.action) ||
    one.offset - other.offset
  );
}

/** How many rows there are, and of what kind. */
export interface TrajectoryCounts {
  readonly total: number;
  readonly failed: number;
  readonly retryNeeded: number;
}

/** A projection that grows row by row and keeps no more rows than it will list. */
export class TrajectoryProjector {
  readonly #ask: TrajectoryAsk;
  readonly #groups: FailureGroups | undefined;
  #total = 0;
  #failed = 0;
  #retryNeeded = 0;
  #kept: PlacedRow[] = [];
  constructor(ask: TrajectoryAsk) {
    this.#ask = ask;
    this.#groups = ask.groupBy === undefined ? undefined : new FailureGroups(ask.groupBy);
  }

  /** Takes in one row, if it is asked about. */
  add(placed: PlacedRow): void {
    const { row, at } = placed;
    if (this.#ask.filter !== undefined && !fitsFilter(row, at, this.#ask.filter)) return;
    const { isFailed, isRetryNeeded } = resultClassOf(row.resultClass);
    this.#total += 1;
    if (isFailed) this.#failed += 1;
    if (isRetryNeeded) this.#retryNeeded += 1;
    this.#groups?.add(row, at);
    const { mode } = this.#ask;
    if (mode === "latest" || (mode === "failed" ? isFailed : isRetryNeeded)) this.#keep(placed);
  }

  /** Takes in rows that were counted elsewhere, with those of them that may be listed. */
  take(counts: TrajectoryCounts, rows: readonly PlacedRow[], groups: readonly FailureGroup[]): void {
    this.#total += counts.total;
    this.#failed += counts.failed;
    this.#retryNeeded += counts.retryNeeded;
    for (const placed of rows) this.#keep(placed);
    for (const group of groups) this.#groups?.merge(group);
  }

  /** What has come together. */
  projection(): TrajectoryProjection {
    const { mode, limit, groupBy } = this.#ask;
    const items = this.#kept
      .toSorted(byRecency)
      .slice(0, limit)
      .map(({ row }) => row);
    const groups = this.#groups?.list();
    return {
      projectionKind: TRAJECTORY_PROJECTION_KIND,
      mode,
      count: items.length,
      totalCount: this.#total,
      failedCount: this.#failed,
      retryNeededCount: this.#retryNeeded,
      items,
      ...(groupBy === undefined || groups === undefined
        ? {}
        : { groupBy, groupCount: groups.length, groups: groups.slice(0, limit) }),
    };
  }

  #keep(placed: PlacedRow): void {
    const { limit } = this.#ask;
    if (limit === 0) return;
    this.#kept.push(placed);
    if (this.#kept.length > 2 * limit + SLACK) this.#kept = this.#kept.toSorted(byRecency).slice(0, limit);
  }
}

/** So many rows more than twice the limit are kept before the oldest are let go. */
const SLACK = 64;

/** The projection of rows in file order; a row that breaks a rule is passed over (K14). */
export function projectTrajectory(rows: readonly TrajectoryRow[], ask: TrajectoryAsk): TrajectoryProjection {
  const projector = new TrajectoryProjector(ask);
  for (const [offset, given] of rows.entries()) {
    const reading = normalizeTrajectoryRow(given);
    if (reading.ok) projector.add({ row: reading.row, at: reading.at, offset });
  }
  return projector.projection();
}
