import { describe, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { digestOf, placeOf, STEP, workerRows } from "../../../tests/support/worker-rows.ts";
import { auditWorker, type WorkerAudit } from "./audit-worker.ts";
import type { HarnessRow } from "./harness-row.ts";

const ROWS = workerRows();
const OPENED = { kind: "journal.opened", session: "worker:w", epoch: 1, writer: "p" };

function audit(rows: readonly object[], workerId = "w"): WorkerAudit {
  return auditWorker(
    rows.map((event, seq) => ({ seq, event: event as JsonObject })),
    workerId,
  );
}

function changed(kind: HarnessRow["kind"], change: object, nth = 0): readonly object[] {
  return ROWS.with(placeOf(kind, nth), { ...ROWS[placeOf(kind, nth)], ...change } as HarnessRow);
}

function dropped(kind: HarnessRow["kind"], nth = 0): readonly object[] {
  return ROWS.toSpliced(placeOf(kind, nth), 1);
}

function swapped(kind: HarnessRow["kind"], other: HarnessRow["kind"]): readonly object[] {
  const [one, two] = [placeOf(kind), placeOf(other)];
  return ROWS.with(one, ROWS[two] as HarnessRow).with(two, ROWS[one] as HarnessRow);
}

const SETTLED = { kind: "stop.recorded", ...STEP, lineageRefs: [], witnessRefs: [] };
const upTo = (kind: HarnessRow["kind"]): readonly object[] => ROWS.slice(0, placeOf(kind) + 1);

describe("what a worker of ours has written holds (M14)", () => {
  test("whole, and up to every row: a crash may end it anywhere", () => {
    expect(audit(ROWS)).toEqual({ rows: ROWS.map((row, seq) => ({ seq, row })), steps: 1 });
    for (let length = 0; length <= ROWS.length; length++) expect(audit(ROWS.slice(0, length)).first).toBeUndefined();
  });

  test("with a later process behind every row, which settles what was left and goes on", () => {
    for (let length = placeOf("step.claiming") + 1; length <= placeOf("stop.lease") + 1; length++) {
      const isClosed = length > placeOf("step.closed");
      const settled = { ...SETTLED, resultClass: isClosed ? "completed" : "retry_needed_interrupted" };
      const [roots, handoff, ...rest] = ROWS.slice(0, 4);
      const own = [OPENED, ...ROWS.slice(0, length), OPENED, roots ?? {}, handoff ?? {}, settled, ...rest];
      const others = [OPENED, ...ROWS.slice(0, length), OPENED, settled];
      expect([length, audit(own).first, audit(others).first]).toEqual([length, undefined, undefined]);
    }
  });

  const working = ROWS.slice(placeOf("step.working"), placeOf("step.verified", 1) + 1);
  const refused: HarnessRow = {
    kind: "step.refused",
    ...STEP,
    classes: [],
    violations: [],
    witnessRef: "session://s2",
  };
  const retry: HarnessRow = {
    kind: "step.retry",
    ...STEP,
    attempt: 1,
    ruleId: "r",
    matchedFailureClass: "f",
    backoffClass: "b",
    waitMs: 0,
  };
  const judged = ROWS.slice(placeOf("step.verified", 1), placeOf("step.committed") + 1);
  const handed = { kind: "stop.handoff", ...STEP, reason: "r", nextStep: "n" };
  const cases: readonly (readonly [string, readonly object[]])[] = [
    [
      "refused, tried again and permitted",
      ROWS.toSpliced(placeOf("step.working"), 0, ...working, refused, retry, ...working, refused),
    ],
    ["put onto newer work and judged again", ROWS.toSpliced(placeOf("step.merged"), 0, ...judged)],
    ["without anything to commit", ROWS.toSpliced(placeOf("step.committed"), 2)],
    ["taken up: an earlier process had done the work", ROWS.toSpliced(placeOf("step.working"), 2)],
    [
      "called off before the agent began",
      [...upTo("step.verified"), { kind: "step.worked", ...STEP, outcome: "interrupted", summary: "" }, handed],
    ],
    ["contended", [...upTo("step.claiming"), { ...SETTLED, resultClass: "contended" }, ...ROWS.slice(-2)]],
  ];
  test.each(cases)("%s", (_, rows) => {
    expect(audit(rows).first).toBeUndefined();
  });
});

describe("the first row that no worker has written is named with its number (M14)", () => {
  const cases: readonly (readonly [string, readonly object[], number, string])[] = [
    [
      "a kind nobody writes",
      ROWS.with(7, { kind: "step.done", ...STEP } as never),
      7,
      'no row of a worker has the kind "step.done"',
    ],
    [
      "a row without its form",
      changed("step.claimed", { token: "1" }),
      6,
      'step.claimed: token is "1", expected a whole number from 0',
    ],
    ["a member too many", changed("step.merged", { by: "x" }), 14, "step.merged: by is no known field"],
    ["another worker's roots", changed("boot.roots", { worker: "v" }), 0, "boot.roots: it is of the worker v"],
    ["no roots", dropped("boot.roots"), 0, "boot.handoff: it does not stand behind boot.roots"],
    ["a step that nobody chose", dropped("boot.target"), 4, "step.claiming: bd-1 was not chosen right before it"],
    [
      "another issue than was chosen",
      changed("boot.target", { issueId: "bd-2" }),
      5,
      "step.claiming: bd-1 was not chosen right before it",
    ],
    [
      "a step of another name",
      changed("step.claiming", { stepId: "v.bd-1.1" }),
      5,
      "step.claiming: v.bd-1.1 is no step of w on bd-1",
    ],
    ["a step that did not begin", dropped("step.claiming"), 5, "step.claimed: the step w.bd-1.1 has not begun"],
    ["no claim", dropped("step.claimed"), 6, "step.worktree: it stands before step.claimed"],
    [
      "a second claim",
      [...upTo("step.claimed"), ...ROWS.slice(placeOf("step.claimed"))],
      7,
      "step.claimed: the step has one already",
    ],
    [
      "another issue in a step",
      changed("step.worktree", { issueId: "bd-2" }),
      7,
      "step.worktree: the step is on bd-1, it says bd-2",
    ],
    [
      "a baseline behind the work",
      swapped("step.verified", "step.working"),
      9,
      "step.verified: it is of before the work, and the work has begun",
    ],
    [
      "a session nobody began",
      changed("step.worked", { sessionId: "a2" }),
      10,
      "step.worked: no row before it names the session a2",
    ],
    [
      "a permit without a verification",
      dropped("step.verified", 1),
      11,
      "step.permitted: no verification of the work stands right before it",
    ],
    [
      "a permit of what does not hold",
      changed("step.verified", { verdict: "fails" }, 1),
      12,
      "step.permitted: the verification before it does not hold",
    ],
    [
      "a permit of another tree",
      changed("step.permitted", { tree: "t2" }),
      12,
      "step.permitted: t1 was verified, and it permits t2",
    ],
    [
      "a permit by another witness",
      changed("step.permitted", { witnessRef: digestOf("9") }),
      12,
      `step.permitted: the verification before it left no ${digestOf("9")}`,
    ],
    ["a commit without a permit", dropped("step.permitted"), 12, "step.committed: it stands before step.permitted"],
    [
      "a commit of another tree",
      changed("step.committed", { tree: "t2" }),
      13,
      "step.committed: t1 was permitted, and t2 is committed",
    ],
    ["another commit merged", changed("step.merged", { commit: "c2" }), 14, "step.merged: c1 was committed"],
    [
      "closed before it was merged",
      swapped("step.merged", "step.closed"),
      14,
      "step.closed: the commit c1 was not merged before",
    ],
    ["closed and never merged", dropped("step.merged"), 14, "step.closed: the commit c1 was not merged before"],
    [
      "closed by other evidence",
      changed("step.closed", { evidenceDigest: digestOf("d") }),
      15,
      `step.closed: ${digestOf("e")} was permitted`,
    ],
    [
      "work behind the closing",
      ROWS.toSpliced(16, 0, ROWS[9] as HarnessRow),
      16,
      "step.working: the issue was closed before it",
    ],
    ["an end without its lease", dropped("stop.lease"), 16, "stop.recorded: it stands before stop.lease"],
    [
      "a closed step told otherwise",
      changed("stop.recorded", { resultClass: "failed" }),
      17,
      "stop.recorded: it says failed behind step.closed",
    ],
    [
      "an open step told as completed",
      dropped("step.closed"),
      16,
      "stop.recorded: it says completed without step.closed",
    ],
    [
      "a claim told as contended",
      changed("stop.recorded", { resultClass: "contended" }),
      17,
      "stop.recorded: the issue was claimed, and it says contended",
    ],
    [
      "told twice",
      ROWS.toSpliced(18, 0, ROWS[17] as HarnessRow),
      18,
      "stop.recorded: everything of the step was told before it",
    ],
    [
      "settled by nobody who came later",
      [...upTo("stop.lease"), { ...SETTLED, resultClass: "completed" }],
      17,
      "stop.recorded: it names no refs, and the process of the step was not gone",
    ],
    [
      "work of a process that is gone",
      [...upTo("step.worked"), OPENED, ...ROWS.slice(0, 4), ROWS[11] as HarnessRow],
      15,
      "boot.preflight: the step w.bd-1.1 has no end yet",
    ],
    [
      "a session without an end",
      dropped("stop.recorded"),
      17,
      "stop.session: it does not stand right behind stop.recorded",
    ],
  ];
  test.each(cases)("%s", (_, rows, seq, what) => {
    expect(audit(rows).first).toEqual({ seq, what });
  });

  test("rows behind it are read all the same", () => {
    const { rows, steps } = audit(ROWS.with(2, { kind: "step.done" } as never));
    expect([rows.length, steps]).toEqual([ROWS.length - 1, 1]);
  });
});
