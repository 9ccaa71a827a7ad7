import { describe, expect, test } from "vitest";
import type { KpiData } from "#host";
import { expansionPaused, kpiOf, type KpiRow, KPI_THRESHOLDS, kpiWindows } from "#kernel";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { bar } from "./bar.ts";
import { displayWidth } from "./display-width.ts";
import { kpi } from "./kpi.ts";

const step = (resultClass: string, finishedAt: string): KpiRow => {
  return { stepId: "worker.1.bd-1.1", issueId: "bd-1", action: "worker.loop", resultClass, finishedAt };
};

function dataOf(rows: readonly KpiRow[]): KpiData {
  const refs = { trajectoryPath: "/t", sessionPath: "/s", issuesPath: "/i" };
  const paused = expansionPaused(rows, KPI_THRESHOLDS);
  return { report: { ...kpiOf(rows), refs }, windows: kpiWindows(rows, 3), isDetailed: false, paused };
}

const DECLINE = dataOf([
  ...[1, 2].map((second) => step("ok", `2026-02-01T10:00:0${second}Z`)),
  ...[1, 2, 3].map((second) => step("failed", `2026-02-03T09:00:0${second}Z`)),
]);

describe("the KPI at a terminal (M13)", () => {
  test("is a bar for each window, the decision, what it means, and what to do", () => {
    expect(printedLines(kpi, DECLINE, { columns: 70 })).toEqual([
      "KPI 0.0 rollback  target 0.8, rollback 0.4",
      "0 of 3 steps completed in 24 h by 1 worker",
      " 02-01 09:00     ┊   │                 -                     0 steps",
      " 02-02 09:00  ███████████████████   2.00  insufficient_data  2 steps",
      " 02-03 09:00     ┊   │              0.00  rollback           3 steps",
      "far below the target; the coordinator starts no further worker",
      'hint: tusk kpi --remediate "what was done" lets workers start again',
    ]);
  });

  test("has letters only where the terminal has no more, and fits a narrow one", () => {
    const lines = printedLines(kpi, DECLINE, { columns: 32, boxes: false });
    expect(lines[3]).toBe(" 02-02 09:00  #########   2.00");
    expect(
      lines
        .slice(0, -1)
        .map(displayWidth)
        .every((width) => width <= 32),
    ).toBe(true);
    expect(lines.slice(0, -1).join("")).toMatch(/^[ -~…]*$/);
  });

  test("says that nothing can be said yet", () => {
    const lines = printedLines(kpi, dataOf([]), { columns: 60 });
    expect([lines[0], lines.at(-2)]).toEqual([
      "KPI 0.0 insufficient_data  target 0.8, rollback 0.4",
      "too few steps to decide anything; more may start",
    ]);
  });
});

test("a bar is as wide as it should be, whatever its share", () => {
  for (const share of [-1, 0, 0.01, 0.5, 0.99, 1, 7]) {
    const { filled, empty } = bar({ share, width: 10, marks: [{ at: 0.8, mark: "|" }], boxes: share > 0.5 });
    expect(displayWidth(filled + empty)).toBe(10);
  }
  expect(bar({ share: 0.5, width: 4, marks: [{ at: 0.8, mark: "|" }], boxes: true })).toEqual({
    filled: "██",
    empty: " |",
  });
});
