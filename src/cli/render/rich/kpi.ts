import type { KpiData } from "#host";
import { type KpiReport, type KpiState, pythonFloat } from "#kernel";
import { harmless, paint, type Style } from "../paper.ts";
import { hintLine, printAll } from "./bounded.ts";
import { type Cell, joinCells } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import { bar } from "./bar.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** What each decision means to whoever runs workers. */
const MEANINGS: Readonly<Record<KpiState, { readonly style: Style; readonly text: string }>> = {
  pass: { style: "green", text: "workers get enough done; more may start" },
  watch: { style: "yellow", text: "below the target; more may start, but look at what failed first" },
  rollback: { style: "red", text: "far below the target; the coordinator starts no further worker" },
  insufficient_data: { style: "dim", text: "too few steps to decide anything; more may start" },
};
const REMEDIED = "far below the target, but a remediation is recorded; workers may start until a step fails";

/** The KPI with a bar for each of the last windows, what was decided and what that means. */
export const kpi: RichRender<KpiData> = ({ report, windows, paused, remediation }, paper) => {
  const { decision, ratios, counts, thresholds, windowHours } = report;
  const { style, text } = MEANINGS[decision.state];
  const width = paper.screen.columns;
  const meaning = decision.state === "rollback" && !paused ? REMEDIED : text;
  const who = counts.activeWorkers === 1 ? "1 worker" : `${counts.activeWorkers} workers`;
  printAll(
    [
      joinCells(
        [
          { text: `KPI ${pythonFloat(ratios.kpi)} `, style: "bold" },
          { text: decision.state, style },
          { text: `  target ${pythonFloat(thresholds.targetKpi)}, rollback ${pythonFloat(thresholds.rollbackKpi)}` },
        ],
        { paper, width },
      ),
      cutToWidth(
        `${counts.completedRows} of ${counts.windowRows} steps completed in ${windowHours} h by ${who}`,
        width,
      ),
      ...windowLines(windows, report, paper),
      ...(remediation === undefined ? [] : [cutToWidth(`recorded ${harmless(remediation.stepId)}`, width)]),
      paint(paper, style, cutToWidth(meaning, width)),
      hintLine(paused ? HINT_PAUSED : "harness-trajectory query --group-by class shows what failed", paper),
    ],
    paper,
  );
};

const HINT_PAUSED = 'tusk kpi --remediate "what was done" lets workers start again';
/** Below these widths the columns at the end are left out. */
const WIDE = 64;
const MIDDLE = 40;
const LEAST_BAR = 6;

function windowLines(windows: readonly KpiReport[], report: KpiReport, paper: RichPaper): readonly string[] {
  const { columns } = paper.screen;
  const { targetKpi, rollbackKpi } = report.thresholds;
  const scale = Math.max(targetKpi * 1.25, ...windows.map(({ ratios }) => ratios.kpi));
  const behind = columns >= WIDE ? 36 : columns >= MIDDLE ? 10 : 8;
  const width = Math.max(LEAST_BAR, Math.min(60, columns - 15 - behind));
  return windows.map(({ windowEnd, counts, ratios, decision }) => {
    const marks = [
      { at: rollbackKpi / scale, mark: paper.screen.boxes ? "┊" : ":" },
      { at: targetKpi / scale, mark: paper.screen.boxes ? "│" : "|" },
    ];
    const isEmpty = counts.windowRows === 0;
    const drawn = bar({ share: ratios.kpi / scale, width, marks, boxes: paper.screen.boxes });
    const cells: readonly Cell[] = [
      { text: ` ${windowEnd.slice(5, 10)} ${windowEnd.slice(11, 16)}  `, style: "dim" },
      { text: drawn.filled, style: MEANINGS[decision.state].style },
      { text: drawn.empty, style: "dim" },
      { text: ` ${(isEmpty ? "-" : shortNumber(ratios.kpi)).padStart(6)}` },
      ...(columns >= WIDE
        ? [{ text: `  ${(isEmpty ? "" : decision.state).padEnd(17)}  ${stepsText(counts.windowRows)}` }]
        : []),
    ];
    return joinCells(cells, { paper, width: columns });
  });
}

function stepsText(rows: number): string {
  return rows === 1 ? "1 step" : `${rows} steps`;
}

function shortNumber(value: number): string {
  return value >= 1000 ? `${Math.round(value)}` : value.toFixed(2);
}
