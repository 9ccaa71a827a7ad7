import { expect, test } from "vitest";
import type { HarnessRow } from "./harness-row.ts";
import { harnessRow } from "./harness-row.ts";
import { foldSteps, unfinishedSteps } from "./step-state.ts";

const FIRST = { stepId: "w.bd-1.1", issueId: "bd-1" };
const SECOND = { stepId: "w.bd-2.2", issueId: "bd-2" };

const ROWS: readonly HarnessRow[] = [
  { kind: "boot.reconciled", actions: [] },
  { kind: "step.claiming", ...FIRST },
  { kind: "step.claimed", ...FIRST, leaseId: "l1", token: 1, expiresAt: "2026-11-16T12:00:00Z" },
  { kind: "step.working", ...FIRST, work: "agent", attempt: 1, round: 1, sessionId: "s1" },
  { kind: "step.worked", ...FIRST, outcome: "done", summary: "ok", sessionId: "s2" },
  { kind: "step.committed", ...FIRST, commit: "c1", tree: "t1" },
  { kind: "step.merged", ...FIRST, commit: "c2", target: "main" },
  { kind: "step.closed", ...FIRST, evidenceDigest: "sha256:1" },
  { kind: "stop.recorded", ...FIRST, resultClass: "completed", lineageRefs: [], witnessRefs: [] },
  { kind: "step.claiming", ...SECOND },
];

test("a step is what its rows say, and the newest session counts", () => {
  expect(foldSteps(ROWS)).toEqual([
    {
      ...FIRST,
      leaseId: "l1",
      token: 1,
      stands: "merged",
      sessionId: "s2",
      commit: "c2",
      isMerged: true,
      isClosed: true,
      resultClass: "completed",
    },
    { ...SECOND, isMerged: false, isClosed: false },
  ]);
});

test("a step without its trajectory row is unfinished at every moment before it (M09)", () => {
  expect(unfinishedSteps(ROWS).map(({ stepId }) => stepId)).toEqual([SECOND.stepId]);
  for (let count = 2; count < 9; count += 1)
    expect(unfinishedSteps(ROWS.slice(0, count)).map(({ stepId }) => stepId)).toEqual([FIRST.stepId]);
});

test("rows of the journal itself and of other kinds are no harness rows", () => {
  expect(
    [{ kind: "journal.opened" }, { kind: "toString" }, { kind: "step.claiming", ...FIRST }].map(harnessRow),
  ).toEqual([undefined, undefined, { kind: "step.claiming", ...FIRST }]);
});
