import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { expansionPaused } from "./expansion-paused.ts";
import { kpiOf, KPI_THRESHOLDS } from "./kpi.ts";
import { type KpiRow, readKpiRow } from "./kpi-row.ts";
import { kpiWindows } from "./kpi-windows.ts";
import { remediationDraft } from "./remediation-draft.ts";

const step = (worker: string, resultClass: string, finishedAt: string): KpiRow => {
  return { stepId: `${worker}.bd-1.1`, issueId: "bd-1", action: "worker.loop", resultClass, finishedAt };
};
const DAY: readonly KpiRow[] = [
  step("worker.1", "completed", "2026-02-02T12:00:00Z"),
  step("worker.2", "failed", "2026-02-02T13:00:00.5+01:00"),
  step("worker.2", "ok", "2026-02-01T12:00:00Z"),
  step("worker.3", "ok", "2026-02-01T11:59:59.999999Z"),
];

describe("the KPI of a window (K14, M13)", () => {
  test("counts rows from its start to the newest, both included; worker.1 and worker.2 are two (M13)", () => {
    expect(kpiOf(DAY)).toEqual({
      schema: 1,
      kpiKind: "premath.multithread.throughput.v1",
      windowHours: 24,
      windowStart: "2026-02-01T12:00:00.500000Z",
      windowEnd: "2026-02-02T12:00:00.500000Z",
      counts: {
        windowRows: 2,
        completedRows: 1,
        failedRows: 1,
        activeWorkers: 2,
        workerIds: ["worker.1", "worker.2"],
      },
      ratios: { gatePassRate: 0.5, throughputPerWorkerPerDay: 0.5, kpi: 0.25 },
      thresholds: { targetKpi: 0.8, rollbackKpi: 0.4, minSampleRows: 3 },
      decision: { state: "insufficient_data", reason: "window row count below minimum sample threshold" },
    });
  });

  test("a success without an issue has failed; nothing at all ends in 1970 (M13)", () => {
    const { issueId: _none, ...alone } = step("worker.1", "ok", "2026-02-01T00:00:00Z");
    expect(kpiOf([alone]).counts).toEqual({
      windowRows: 1,
      completedRows: 0,
      failedRows: 1,
      activeWorkers: 0,
      workerIds: [],
    });
    const { windowStart, windowEnd } = kpiOf([]);
    expect([windowStart, windowEnd]).toEqual(["1969-12-31T00:00:00Z", "1970-01-01T00:00:00Z"]);
  });

  test.each([
    [[1, 1, 1, 1], "pass", "kpi at or above target threshold"],
    [[1, 1, 0, 0], "watch", "kpi below target threshold"],
    [[1, 0, 0, 0], "rollback", "kpi below rollback threshold"],
  ] as const)("%j is %s: decided before it is rounded (M13)", (ends, state, reason) => {
    const rows = ends.map((isDone, at) => step("w", isDone ? "ok" : "failed", `2026-02-01T00:00:0${at}Z`));
    const exact = { ...KPI_THRESHOLDS, targetKpi: 1.000_000_4, rollbackKpi: 0.250_000_4 };
    expect(kpiOf(rows, exact).decision).toEqual({ state, reason });
  });

  test("windows before it are shown oldest first, none before the year 1 (M13)", () => {
    const shown = kpiWindows(DAY, 3).map(({ windowEnd, counts }) => [windowEnd, counts.windowRows]);
    expect(shown).toEqual([
      ["2026-01-31T12:00:00.500000Z", 0],
      ["2026-02-01T12:00:00.500000Z", 2],
      ["2026-02-02T12:00:00.500000Z", 2],
    ]);
    expect(kpiWindows(DAY, 3, { ...KPI_THRESHOLDS, windowHours: 15_000_000 }).length).toBe(1);
    expect(kpiWindows(DAY, 3, { ...KPI_THRESHOLDS, windowHours: 1e15 })).toEqual([]);
  });
});

describe("a rollback", () => {
  const failures = [1, 2, 3].map((second) => step("worker.1", "failed", `2026-02-01T00:00:0${second}Z`));
  const now = (text: string): Timestamp => parseTimestamp(text) ?? ("" as Timestamp);
  const recorded = (rows: readonly KpiRow[], at: Timestamp): readonly KpiRow[] => {
    const { issueId: _none, ...draft } = remediationDraft("restarted", rows, at);
    return [...rows, draft];
  };

  test("pauses expansion until a remediation is recorded, and again after the next failure (M13)", () => {
    expect(expansionPaused(failures)).toBe(true);
    const remedied = recorded(failures, now("2026-02-01T00:01:00Z"));
    expect(expansionPaused(remedied)).toBe(false);
    expect(kpiOf(remedied)).toEqual(kpiOf(failures));
    expect(expansionPaused([...remedied, step("worker.1", "failed", "2026-02-01T00:02:00Z")])).toBe(true);
  });

  test("stays remedied while steps complete, and through the window only (M13)", () => {
    const remedied = recorded(failures, now("2026-02-01T00:01:00Z"));
    const completed = step("worker.1", "completed", "2026-02-01T00:02:00Z");
    expect(kpiOf([...remedied, completed]).decision.state).toBe("rollback");
    expect(expansionPaused([...remedied, completed])).toBe(false);
    const slow = [1, 2, 3].map((worker) => step(`worker.${worker}`, "completed", "2026-02-03T00:00:00Z"));
    expect(expansionPaused([...remedied, ...slow], { ...KPI_THRESHOLDS, rollbackKpi: 2 })).toBe(true);
  });

  test("is remedied even where the newest row is ahead of the clock (M13)", () => {
    expect(expansionPaused(recorded(failures, now("2026-01-01T00:00:00Z")))).toBe(false);
  });

  test("of too few rows pauses nothing (M13)", () => {
    expect(expansionPaused(failures.slice(0, 2))).toBe(false);
  });
});

test.each([
  ['{"stepId":5,"action":" a ","resultClass":"ok","finishedAt":"2026-02-01T00:00:00"}', undefined],
  ['{"schema":2,"stepId":"s","action":"a","resultClass":"ok","finishedAt":"2026-02-01T00:00:00Z"}', undefined],
  ["[]", "trajectory row must be object (t:3)"],
  ["{", "invalid JSON in t:3: EOF while parsing an object at line 1 column 1"],
  ['{"stepId":"s"}', "trajectory row missing required fields (stepId/action/resultClass/finishedAt) at t:3"],
  ['{"stepId":"s","action":"a","resultClass":"ok","finishedAt":"bad"}', "t:3:finishedAt must be RFC3339: 'bad'"],
])("%s is a row for the KPI, or it is said why not: %s (M13)", (line, problem) => {
  const reading = readKpiRow(utf8.encode(line), utf8);
  expect(reading.ok ? undefined : reading.problem("t:3")).toBe(problem);
});
