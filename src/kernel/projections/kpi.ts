import { sortedByCodePoint } from "../digest/order.ts";
import { EPOCH, nanosOf, parseTimestamp, timestampOfNanos } from "../issues/timestamp.ts";
import type { KpiRow } from "./kpi-row.ts";
import { resultClassOf } from "./result-class.ts";
import { roundSix } from "./round-six.ts";
import { workerOf } from "./worker-of.ts";

/** The kind of a KPI report. */
export const KPI_KIND = "premath.multithread.throughput.v1";
/** The action of the row that records a remediation. It is no step of a worker, so the KPI does not count it. */
export const REMEDIATION_ACTION = "kpi.remediation";

/** How far back the KPI looks, and from where on it says what. */
export interface KpiThresholds {
  readonly windowHours: number;
  readonly targetKpi: number;
  readonly rollbackKpi: number;
  readonly minSampleRows: number;
}

/** The documents' thresholds (seed 003, 13). */
export const KPI_THRESHOLDS: KpiThresholds = { windowHours: 24, targetKpi: 0.8, rollbackKpi: 0.4, minSampleRows: 3 };

/** The decisions, each with the contract's reason (3.2). */
export const KPI_REASONS = {
  insufficient_data: "window row count below minimum sample threshold",
  rollback: "kpi below rollback threshold",
  watch: "kpi below target threshold",
  pass: "kpi at or above target threshold",
} as const;

/** What the KPI says about adding workers. It never changes a verdict or a permit (M13). */
export type KpiState = keyof typeof KPI_REASONS;

/** The KPI of the window that ends with the newest row; ratios and thresholds are rounded, the decision is not (contract 3.2). */
export interface KpiReport {
  readonly schema: 1;
  readonly kpiKind: typeof KPI_KIND;
  readonly windowHours: number;
  readonly windowStart: string;
  readonly windowEnd: string;
  readonly counts: {
    readonly windowRows: number;
    readonly completedRows: number;
    readonly failedRows: number;
    readonly activeWorkers: number;
    readonly workerIds: readonly string[];
  };
  readonly ratios: { readonly gatePassRate: number; readonly throughputPerWorkerPerDay: number; readonly kpi: number };
  readonly thresholds: { readonly targetKpi: number; readonly rollbackKpi: number; readonly minSampleRows: number };
  readonly decision: { readonly state: KpiState; readonly reason: string };
}

const NANOS_PER_MICRO = 1_000n;
/** Of one hour. */
export const HOUR: bigint = 3_600_000_000n;

/** When a row finished, in microseconds since 1970, which is how finely the KPI looks; undefined when it does not say. */
export function microsOf({ finishedAt }: Pick<KpiRow, "finishedAt">): bigint | undefined {
  const at = parseTimestamp(finishedAt);
  return at === undefined ? undefined : BigInt.asIntN(64, floorDivide(nanosOf(at), NANOS_PER_MICRO));
}

function floorDivide(value: bigint, by: bigint): bigint {
  return (value - (((value % by) + by) % by)) / by;
}

/** When the newest step finished; the beginning of 1970 when there is none. */
export function windowEndOf(rows: readonly KpiRow[]): bigint {
  let end: bigint | undefined;
  for (const row of rows) {
    const at = row.action === REMEDIATION_ACTION ? undefined : microsOf(row);
    if (at !== undefined && (end === undefined || at > end)) end = at;
  }
  return end ?? 0n;
}

/** The KPI of rows in any order (K14, M13). */
export function kpiOf(rows: readonly KpiRow[], thresholds: KpiThresholds = KPI_THRESHOLDS): KpiReport {
  return kpiOfWindow(rows, windowEndOf(rows), thresholds);
}

/** The KPI of the window that ends at a moment, both ends included. */
export function kpiOfWindow(rows: readonly KpiRow[], end: bigint, thresholds: KpiThresholds): KpiReport {
  const { windowHours, targetKpi, rollbackKpi, minSampleRows } = thresholds;
  const start = end - BigInt(windowHours) * HOUR;
  const inWindow = rows.filter((row) => row.action !== REMEDIATION_ACTION && isWithin(microsOf(row), start, end));
  const completedRows = inWindow.filter((row) => isCompleted(row)).length;
  const workers = new Set(inWindow.filter(({ issueId }) => issueId !== undefined).map(workerOf));
  const gatePassRate = inWindow.length === 0 ? 0 : completedRows / inWindow.length;
  const throughput = (completedRows * (24 / windowHours)) / Math.max(workers.size, 1);
  const kpi = throughput * gatePassRate;
  const state = stateOf(inWindow.length, kpi, thresholds);
  return {
    schema: 1,
    kpiKind: KPI_KIND,
    windowHours,
    windowStart: pythonMoment(start),
    windowEnd: pythonMoment(end),
    counts: {
      windowRows: inWindow.length,
      completedRows,
      failedRows: inWindow.length - completedRows,
      activeWorkers: workers.size,
      workerIds: sortedByCodePoint([...workers]),
    },
    ratios: {
      gatePassRate: roundSix(gatePassRate),
      throughputPerWorkerPerDay: roundSix(throughput),
      kpi: roundSix(kpi),
    },
    thresholds: { targetKpi: roundSix(targetKpi), rollbackKpi: roundSix(rollbackKpi), minSampleRows },
    decision: { state, reason: KPI_REASONS[state] },
  };
}

/** Whether a step completed its issue; a success that names no issue completes nothing. */
export function isCompleted({ issueId, resultClass }: KpiRow): boolean {
  return issueId !== undefined && resultClassOf(resultClass).isSuccess;
}

function isWithin(at: bigint | undefined, start: bigint, end: bigint): boolean {
  return at !== undefined && at >= start && at <= end;
}

function stateOf(rows: number, kpi: number, { minSampleRows, rollbackKpi, targetKpi }: KpiThresholds): KpiState {
  if (rows < minSampleRows) return "insufficient_data";
  if (kpi < rollbackKpi) return "rollback";
  return kpi < targetKpi ? "watch" : "pass";
}

/** A moment as Python writes it: whole seconds, or six digits behind the point. */
function pythonMoment(micros: bigint): string {
  const text = timestampOfNanos(micros * NANOS_PER_MICRO);
  return text.length === EPOCH.length ? text : `${text.slice(0, -1).padEnd(26, "0")}Z`;
}
