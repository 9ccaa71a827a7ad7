import { HOUR, kpiOfWindow, type KpiReport, KPI_THRESHOLDS, type KpiThresholds, windowEndOf } from "./kpi.ts";
import type { KpiRow } from "./kpi-row.ts";

/** The beginning of the year 1, before which no window reaches. */
const FIRST = -62_135_596_800_000_000n;

/** The KPI of the newest window and of those before it, the oldest first: windows touch and share no row but one on their border. None where even one is too long. */
export function kpiWindows(
  rows: readonly KpiRow[],
  count: number,
  thresholds: KpiThresholds = KPI_THRESHOLDS,
): readonly KpiReport[] {
  const end = windowEndOf(rows);
  const width = BigInt(thresholds.windowHours) * HOUR;
  const windows: KpiReport[] = [];
  for (let at = count - 1; at >= 0; at--) {
    const last = end - BigInt(at) * width;
    if (last - width >= FIRST) windows.push(kpiOfWindow(rows, last, thresholds));
  }
  return windows;
}
