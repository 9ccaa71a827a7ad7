import { compareTimestamps, type Timestamp } from "../issues/timestamp.ts";
import type { TrajectoryRow } from "./trajectory-row.ts";
import { workerOf } from "./worker-of.ts";

/** Which rows a question is about; what is absent leaves all in. */
export interface TrajectoryFilter {
  readonly issueId?: string;
  readonly worker?: string;
  /** Only rows that finished then or later. */
  readonly since?: Timestamp;
}

/** Whether a row is one of those that are asked about. */
export function fitsFilter(row: TrajectoryRow, at: Timestamp, { issueId, worker, since }: TrajectoryFilter): boolean {
  if (issueId !== undefined && row.issueId !== issueId) return false;
  if (worker !== undefined && workerOf(row) !== worker) return false;
  return since === undefined || compareTimestamps(at, since) >= 0;
}
