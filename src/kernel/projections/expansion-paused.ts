import {
  HOUR,
  isCompleted,
  kpiOf,
  KPI_THRESHOLDS,
  type KpiThresholds,
  microsOf,
  REMEDIATION_ACTION,
  windowEndOf,
} from "./kpi.ts";
import type { KpiRow } from "./kpi-row.ts";

/**
 * Whether a coordinator may not start another worker: the KPI says `rollback`, and nobody has recorded a remediation in its window, behind the
 * newest step that failed (M13). Steps that complete leave a remediation standing. Workers that run already are not touched, and no verdict or
 * permit follows from it.
 */
export function expansionPaused(rows: readonly KpiRow[], thresholds: KpiThresholds = KPI_THRESHOLDS): boolean {
  if (kpiOf(rows, thresholds).decision.state !== "rollback") return false;
  const start = windowEndOf(rows) - BigInt(thresholds.windowHours) * HOUR;
  const failed = windowEndOf(rows.filter((row) => !isCompleted(row)));
  const since = failed > start ? failed : start;
  return !rows.some((row) => row.action === REMEDIATION_ACTION && (microsOf(row) ?? since) > since);
}
