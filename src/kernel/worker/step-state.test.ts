import { describe, expect, test } from "vitest";
import type { HarnessRow } from "./harness-row.ts";
import { harnessRow } from "./harness-row.ts";
import { foldSteps, leftWork, type StepState, unfinishedSteps } from "./step-state.ts";

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
      sessionId: "s2",
      packet: undefined,
      commit: "c2",
      isMerged: true,
      stands: "merged",
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

describe("what is left of an issue for whoever takes it up again (M09)", () => {
  const state = (token: number, more: Partial<StepState> = {}): StepState => ({
    stepId: `w.bd-1.${token}`,
    issueId: "bd-1",
    token,
    isMerged: false,
    isClosed: false,
    ...more,
  });
  const interrupted = { resultClass: "retry_needed_interrupted" };
  const nothing = { stands: "none", sessionId: undefined, packet: undefined, stepIds: [] };
  const [one, two] = ["w.bd-1.1", "w.bd-1.2"];

  test.each<[string, readonly StepState[], object]>([
    ["nothing", [], nothing],
    [
      "a session that was cut off, with its packet",
      [state(1, { ...interrupted, stands: "none", sessionId: "s1", packet: "p1" })],
      { stands: "none", sessionId: "s1", packet: "p1", stepIds: [one] },
    ],
    [
      "the newest by its token, whatever the order of journals",
      [state(2, { ...interrupted, sessionId: "s2", stands: "worked" }), state(1, { ...interrupted, sessionId: "s1" })],
      { stands: "worked", sessionId: "s2", packet: undefined, stepIds: [one, two] },
    ],
    [
      "work that was done, of a later step that only took it up",
      [state(1, { ...interrupted, stands: "worked" }), state(2, interrupted)],
      { ...nothing, stands: "worked", stepIds: [one, two] },
    ],
    [
      "nothing of what was before its last end",
      [state(1, { ...interrupted, sessionId: "s1", stands: "worked" }), state(2, { resultClass: "completed" })],
      nothing,
    ],
    [
      "no session of a step that failed",
      [state(1, { resultClass: "check_failed", sessionId: "s1" })],
      { ...nothing, stepIds: [one] },
    ],
    [
      "nothing of a step that never had its lease",
      [{ stepId: "w.bd-1.1", issueId: "bd-1", isMerged: false, isClosed: false, stands: "worked" }],
      nothing,
    ],
  ])("%s", (_, steps, left) => {
    expect(leftWork(steps)).toEqual(left);
  });
});

test("rows of the journal itself and of other kinds are no harness rows", () => {
  expect(
    [{ kind: "journal.opened" }, { kind: "toString" }, { kind: "step.claiming", ...FIRST }].map(harnessRow),
  ).toEqual([undefined, undefined, { kind: "step.claiming", ...FIRST }]);
});

test("a step whose lease was left as its end asks for ends so, whatever is told of it yet (M09)", () => {
  const row = { kind: "stop.lease", ...SECOND, state: "held", action: "renewed", ref: "lease://x" } as const;
  const [step] = unfinishedSteps([...ROWS, { ...row, resultClass: "retry_needed_lease_held" }]);
  expect(step).toMatchObject({ ...SECOND, endsAs: "retry_needed_lease_held" });
  // As it was written before.
  expect(unfinishedSteps([...ROWS, row]).map(({ endsAs }) => endsAs)).toEqual([undefined]);
});
