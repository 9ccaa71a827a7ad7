import type { KpiData } from "#host";
import { byCodePoint, pythonFloat } from "#kernel";
import type { Paper } from "./paper.ts";
import { printPieces } from "./print-json.ts";
import { printLines } from "./shows.ts";

/** The KPI in the contract's text, or its JSON with numbers as Python writes them (contract 3.2). */
export function kpi(data: KpiData, paper: Paper): void {
  if (paper.json) return printPieces([`${pythonJson(payloadOf(data))}\n`], paper);
  const { counts, ratios, thresholds, decision, windowStart, windowEnd, windowHours } = data.report;
  const { gatePassRate, throughputPerWorkerPerDay, kpi: value } = ratios;
  printLines(
    [
      "[harness-kpi] deterministic throughput benchmark",
      `  window: ${windowStart} -> ${windowEnd} (${windowHours}h)`,
      `  counts: rows=${counts.windowRows} completed=${counts.completedRows} failed=${counts.failedRows} workers=${counts.activeWorkers}`,
      `  ratios: pass_rate=${pythonFloat(gatePassRate)} throughput_per_worker_day=${pythonFloat(throughputPerWorkerPerDay)} kpi=${pythonFloat(value)}`,
      `  thresholds: target=${pythonFloat(thresholds.targetKpi)} rollback=${pythonFloat(thresholds.rollbackKpi)} min_rows=${thresholds.minSampleRows}`,
      `  decision: ${decision.state} (${decision.reason})`,
      ...(data.remediation === undefined ? [] : [`  remediation: ${data.remediation.stepId}`]),
    ],
    paper,
  );
}

/** The contract's payload; what is beyond it only where it was asked for. */
function payloadOf({ report, windows, isDetailed, paused, remediation }: KpiData): object {
  return isDetailed ? { ...report, windows, paused, remediation } : report;
}

/** Members that are floats, however whole they are. */
const FLOATS: ReadonlySet<string> = new Set([
  "gatePassRate",
  "kpi",
  "rollbackKpi",
  "targetKpi",
  "throughputPerWorkerPerDay",
]);

/** `json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)`. */
function pythonJson(value: unknown, name = "", indent = ""): string {
  if (typeof value === "number" && FLOATS.has(name)) return pythonFloat(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => pythonJson(item, "", deeper))
    : Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .sort(([one], [other]) => byCodePoint(one, other))
        .map(([key, entry]) => `${JSON.stringify(key)}: ${pythonJson(entry, key, deeper)}`);
  return items.length === 0 ? `${open}${close}` : `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`;
}
