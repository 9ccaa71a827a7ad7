import { kpiOf, KPI_THRESHOLDS, type KpiThresholds, microsOf, REMEDIATION_ACTION, windowEndOf } from "./kpi.ts";
import type { KpiRow } from "./kpi-row.ts";

/**
 * Whether a coordinator may not start another worker: the KPI says `rollback`, and nobody has recorded a remediation since the newest step
 * (M13). Workers that run already are not touched, and no verdict or permit follows from it.
 */
export function expansionPaused(rows: readonly KpiRow[], thresholds: KpiThresholds = KPI_THRESHOLDS): boolean {
  if (kpiOf(rows, thresholds).decision.state !== "rollback") return false;
  const end = windowEndOf(rows);
  return !rows.some((row) => row.action === REMEDIATION_ACTION && (microsOf(row) ?? end) > end);
}
