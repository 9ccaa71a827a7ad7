import { expect, test } from "vitest";
import type { TrajectoryQueryData } from "#host";
import { projectTrajectory, type TrajectoryAsk, type TrajectoryRow } from "#kernel";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { trajectoryQuery } from "./trajectory.ts";

const step = (stepId: string, resultClass: string, finishedAt: string): TrajectoryRow => {
  const head = { schema: 1, stepKind: "premath.harness.step.v1" } as const;
  return { ...head, stepId, issueId: "bd-1", action: "worker.loop", resultClass, finishedAt };
};
const ROWS = [
  step("worker.1.bd-1.1", "completed", "2026-03-01T11:57:00Z"),
  step("worker.1.bd-1.2", "network-timeout", "2026-03-01T11:58:00Z"),
];

function asked(ask: Partial<TrajectoryAsk>, more: Partial<TrajectoryQueryData> = {}): TrajectoryQueryData {
  const projection = projectTrajectory(ROWS, { mode: "latest", limit: 20, ...ask });
  return { action: "harness-trajectory.query", path: "t.jsonl", ...projection, ...more };
}

test("a person sees steps in columns, how many failed, and what may be done (M04)", () => {
  expect(printedLines(trajectoryQuery, asked({}))).toEqual([
    "WHEN       STEP             RESULT           ACTION       ISSUE",
    "2 min ago  worker.1.bd-1.2  network-timeout  worker.loop  bd-1",
    "3 min ago  worker.1.bd-1.1  completed        worker.loop  bd-1",
    "2 steps, 1 failed, 1 to be tried again",
    "hint: --mode failed lists them, --group-by class counts them",
  ]);
});

test("groups stand in columns too, and bad lines are told (M04)", () => {
  const data = asked({ groupBy: "class" }, { badCount: 1, badLines: [{ line: 3, problem: "no\u001B[2J row" }] });
  expect(printedLines(trajectoryQuery, data)).toEqual([
    "CLASS            FAILED  RETRY  LATEST     STEP",
    "network_timeout  1       1      2 min ago  worker.1.bd-1.2",
    "2 steps, 1 failed, 1 to be tried again",
    "1 bad line",
    String.raw`  line 3: no\u{1b}[2J row`,
    "hint: --mode failed lists them",
  ]);
});

test("nothing recorded is nothing shown (M04)", () => {
  const none = projectTrajectory([], { mode: "latest", limit: 20 });
  expect(printedLines(trajectoryQuery, { action: "harness-trajectory.query", path: "t", ...none })).toEqual([
    "0 steps, 0 failed, 0 to be tried again",
    "hint: tusk kpi shows what workers get done",
  ]);
});
