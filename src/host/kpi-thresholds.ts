import type { KpiThresholds } from "#kernel";
import type { Arguments, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";
import { wholeNumber } from "./given.ts";

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The thresholds that were given, or the contract's sentence about the first that cannot be one (3.2). */
export function readThresholds(args: Arguments): Outcome<KpiThresholds> {
  const [targetKpi, rollbackKpi] = [args.values.get("target-kpi") ?? "", args.values.get("rollback-kpi") ?? ""];
  for (const [flag, text] of [
    ["target-kpi", targetKpi],
    ["rollback-kpi", rollbackKpi],
  ])
    if (!isFloat(text)) return unusable(`invalid value '${text}' for '--${flag} <KPI>': it must be a number`);
  const thresholds = {
    windowHours: wholeNumber(args, "window-hours") ?? 0,
    targetKpi: Number(targetKpi),
    rollbackKpi: Number(rollbackKpi),
    minSampleRows: wholeNumber(args, "min-sample-rows") ?? 0,
  };
  const problem = problemOf(thresholds);
  return problem === undefined ? { ok: true, data: thresholds } : unusable(problem);
}

function isFloat(text: string | undefined): boolean {
  return text !== undefined && FLOAT.test(text) && Number.isFinite(Number(text));
}

function problemOf({ windowHours, minSampleRows, targetKpi, rollbackKpi }: KpiThresholds): string | undefined {
  if (windowHours <= 0) return "--window-hours must be > 0";
  if (minSampleRows < 1) return "--min-sample-rows must be >= 1";
  if (targetKpi <= 0) return "--target-kpi must be > 0";
  if (rollbackKpi <= 0) return "--rollback-kpi must be > 0";
  return targetKpi <= rollbackKpi ? "--target-kpi must be greater than --rollback-kpi" : undefined;
}
