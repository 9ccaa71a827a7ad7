import * as fc from "fast-check";
import { expect, test } from "vitest";
import { groupFailures } from "./group-failures.ts";
import { byRecency, projectTrajectory } from "./project-trajectory.ts";
import { normalizeTrajectoryRow, type TrajectoryRow } from "./trajectory-row.ts";

function row(
  stepId: string,
  resultClass: string,
  finishedAt: string,
  more: Partial<TrajectoryRow> = {},
): TrajectoryRow {
  return { schema: 1, stepKind: "premath.harness.step.v1", stepId, action: "act", resultClass, finishedAt, ...more };
}

const ROWS: readonly TrajectoryRow[] = [
  row("s1", "ok", "2026-02-01T00:00:00Z"),
  row("s2", "failed", "2026-02-01T00:00:01+01:00"),
  row("s3", "network-timeout", "2026-02-01T00:00:00.5Z", { action: "b" }),
  row("s3", "Completed", "2026-02-01T00:00:00.5Z", { action: "a" }),
  row("s4", "completed_retry", "2026-02-03T00:00:00Z"),
  row("s5", "pass", "2026-01-03T00:00:00Z"),
];
const stepsOf = (rows: readonly TrajectoryRow[]): readonly string[] => rows.map((one) => `${one.stepId}${one.action}`);

test("the newest instant is first, whatever its offset and fraction; then the step, then the action (K14, M04)", () => {
  const { items, ...counts } = projectTrajectory(ROWS, { mode: "latest", limit: 20 });
  expect(stepsOf(items)).toEqual(["s4act", "s3a", "s3b", "s1act", "s2act", "s5act"]);
  expect(counts).toEqual({
    projectionKind: "premath.harness.trajectory.projection.v1",
    mode: "latest",
    count: 6,
    totalCount: 6,
    failedCount: 4,
    retryNeededCount: 2,
  });
});

test("a leap second lies between the last second of a minute and the next minute (M04)", () => {
  const rows = ["00:59:60Z", "01:00:00Z", "00:59:59.9Z", "00:59:60.5Z"].map((time) =>
    row(time, "ok", `2026-02-01T${time}`),
  );
  expect(projectTrajectory(rows, { mode: "latest", limit: 9 }).items.map(({ stepId }) => stepId)).toEqual([
    "01:00:00Z",
    "00:59:60.5Z",
    "00:59:60Z",
    "00:59:59.9Z",
  ]);
});

test("steps of one instant are in the order of their bytes, equal ones in the order of the file (M04)", () => {
  const at = "2026-02-01T00:00:00Z";
  const rows = [row("\u{1F600}", "ok", at), row("\uE000", "ok", at), row("a", "ok", at), row("a", "failed", at)];
  expect(
    projectTrajectory(rows, { mode: "latest", limit: 9 }).items.map((one) => [one.stepId, one.resultClass]),
  ).toEqual([
    ["a", "ok"],
    ["a", "failed"],
    ["\uE000", "ok"],
    ["\u{1F600}", "ok"],
  ]);
});

test("a mode lists its rows, a limit cuts them, counts stay those of all (M04)", () => {
  const failed = projectTrajectory(ROWS, { mode: "failed", limit: 2 });
  expect([stepsOf(failed.items), failed.count, failed.totalCount, failed.failedCount]).toEqual([
    ["s4act", "s3b"],
    2,
    6,
    4,
  ]);
  expect(stepsOf(projectTrajectory(ROWS, { mode: "retry_needed", limit: 20 }).items)).toEqual(["s4act", "s3b"]);
  expect(projectTrajectory(ROWS, { mode: "latest", limit: 0 }).items).toEqual([]);
});

test("a filter leaves the others out of rows and counts (M04)", () => {
  const rows = [row("w.1.bd-1.1", "ok", "2026-02-01T00:00:00Z", { issueId: "bd-1" }), ...ROWS];
  const asked = projectTrajectory(rows, { mode: "latest", limit: 9, filter: { worker: "w.1", issueId: "bd-1" } });
  expect([stepsOf(asked.items), asked.totalCount, asked.failedCount]).toEqual([["w.1.bd-1.1act"], 1, 0]);
});

test("failed rows are put together by class, issue and worker: the largest group first (M04)", () => {
  const rows = [
    row("w.1.bd-1.1", "Network-Timeout", "2026-02-01T00:00:00Z", { issueId: "bd-1" }),
    row("w.1.bd-1.2", "network_timeout", "2026-02-03T00:00:00Z", { issueId: "bd-1" }),
    row("w.2.bd-2.1", "failed", "2026-02-02T00:00:00Z", { issueId: "bd-2" }),
    row("w.2.bd-2.2", "completed", "2026-02-04T00:00:00Z", { issueId: "bd-2" }),
    row("alone", "failed", "2026-02-01T00:00:00Z"),
  ];
  const shown = (by: "class" | "issue" | "worker"): readonly unknown[] =>
    groupFailures(rows, by).map(({ name, count, retryNeededCount, latestStepId }) => [
      name,
      count,
      retryNeededCount,
      latestStepId,
    ]);
  expect(shown("class")).toEqual([
    ["failed", 2, 0, "w.2.bd-2.1"],
    ["network_timeout", 2, 2, "w.1.bd-1.2"],
  ]);
  expect(shown("issue")).toEqual([
    ["bd-1", 2, 2, "w.1.bd-1.2"],
    [null, 1, 0, "alone"],
    ["bd-2", 1, 0, "w.2.bd-2.1"],
  ]);
  expect(shown("worker")).toEqual([
    ["w.1", 2, 2, "w.1.bd-1.2"],
    ["alone", 1, 0, "alone"],
    ["w.2", 1, 0, "w.2.bd-2.1"],
  ]);
});

test("keeping no more rows than are listed changes nothing in them (M04)", () => {
  const rows = fc.array(fc.record({ step: fc.integer({ min: 0, max: 9 }), second: fc.integer({ min: 0, max: 59 }) }), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 12 }), (given, limit) => {
      const all = given.map(({ step, second }) =>
        row(`s${step}`, "ok", `2026-02-01T00:00:${String(second).padStart(2, "0")}Z`),
      );
      const sorted = all
        .flatMap((one, offset) => {
          const reading = normalizeTrajectoryRow(one);
          return reading.ok ? [{ ...reading, offset }] : [];
        })
        .toSorted(byRecency);
      expect(projectTrajectory(all, { mode: "latest", limit }).items).toEqual(
        sorted.slice(0, limit).map((one) => one.row),
      );
    }),
  );
});
