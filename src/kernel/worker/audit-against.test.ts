import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { digestOf, LEFT, placeOf, STEP, workerRows } from "../../../tests/support/worker-rows.ts";
import { digestText } from "../digest/digest.ts";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { readTrajectoryLines } from "../projections/trajectory-lines.ts";
import { auditEvidence } from "./audit-evidence.ts";
import { auditLeases, type LeaseMemory, type LoggedLease } from "./audit-leases.ts";
import { auditLedger } from "./audit-ledger.ts";
import { toldSteps, TrajectoryAudit } from "./audit-trajectory.ts";
import type { PlacedHarnessRow } from "./audit-worker.ts";
import type { HarnessRow } from "./harness-row.ts";
import type { KeptEvidence } from "./kept-evidence.ts";

const ROWS: readonly PlacedHarnessRow[] = workerRows().map((row, seq) => ({ seq, row }));

/** Rows with one of a kind changed. */
function changed(kind: HarnessRow["kind"], change: object): readonly PlacedHarnessRow[] {
  const seq = placeOf(kind);
  return ROWS.with(seq, { seq, row: { ...ROWS[seq]?.row, ...change } as HarnessRow });
}

/** Everything that the rows name is kept, but what is left out. */
function kept(without: readonly string[] = []): KeptEvidence {
  return {
    hasSession: (id) => ["s1", "s2", "a1"].includes(id) && !without.includes(id),
    witnessProblem: (ref) => (LEFT.includes(ref) && !without.includes(ref) ? undefined : `there is no witness ${ref}`),
    permitsOf: (evidence) =>
      evidence === digestOf("e") && !without.includes(evidence) ? [{ witnessRef: digestOf("3"), issueId: "bd-1" }] : [],
  };
}

describe("what a worker's rows name is kept (M14)", () => {
  test("all of it, and nothing is found", () => {
    expect(auditEvidence(ROWS, kept())).toBeUndefined();
  });

  test.each<[string, number, string]>([
    ["s1", 8, "step.verified: there is no session s1"],
    ["a1", 9, "step.working: there is no session a1"],
    ["s2", 11, "step.verified: there is no session s2"],
    [digestOf("2"), 11, `step.verified: there is no witness ${digestOf("2")}`],
    [digestOf("e"), 12, `step.permitted: there is no witness of a permit to close bd-1 by ${digestOf("e")}`],
  ])("without %s row %i is named", (without, seq, what) => {
    expect(auditEvidence(ROWS, kept([without]))).toEqual({ seq, what });
  });

  test("a session whose work has no end may never have begun", () => {
    expect(auditEvidence(ROWS.slice(0, placeOf("step.working") + 1), kept(["a1"]))).toBeUndefined();
  });
});

const at = (text: string): Timestamp => parseTimestamp(text) ?? expect.fail(text);
const CLAIM: LoggedLease = { action: "issue.claim", actor: "w", token: 1, leaseId: "lease1_bd-1_w" };
const CLOSE: LoggedLease = {
  action: "issue.close",
  actor: "w",
  token: 1,
  leaseId: undefined,
  evidenceDigest: digestOf("e"),
};

function memory(changes: readonly LoggedLease[], held?: ReturnType<LeaseMemory["held"]>): LeaseMemory {
  return { worker: "w", now: at("2026-03-01T12:00:00Z"), changes: () => changes, held: () => held };
}

describe("the issue memory's log bears a worker's rows out (M14)", () => {
  const lease = { leaseId: "lease1_bd-1_w", token: 1, expiresAt: at("2026-03-01T13:00:00Z") };
  const open = ROWS.slice(0, placeOf("step.worktree") + 1);
  const handed = [...open, { seq: 9, row: { ...ROWS[17]?.row, resultClass: "retry_needed_handoff" } as HarnessRow }];
  const kept_ = [
    ...open,
    { seq: 9, row: { ...ROWS[17]?.row, resultClass: "retry_needed_lease_active" } as HarnessRow },
  ];
  const twice = [...ROWS, { seq: 30, row: { ...ROWS[15]?.row, stepId: "w.bd-1.2" } as HarnessRow }];

  test.each<[string, readonly PlacedHarnessRow[], LeaseMemory]>([
    ["a claim and a closing", ROWS, memory([CLAIM, CLOSE])],
    ["an open step holds its lease, alive or not", open, memory([CLAIM], lease)],
    ["a failed step keeps its lease on purpose", kept_, memory([CLAIM], lease)],
    [
      "a lease that was handed over ran out",
      handed,
      memory([CLAIM], { ...lease, expiresAt: at("2026-03-01T11:00:00Z") }),
    ],
    ["a later lease is another one", handed, memory([CLAIM], { ...lease, token: 2 })],
    ["an issue that was opened again is closed again", twice, memory([CLAIM, CLOSE, { ...CLOSE }])],
    ["issues that are elsewhere are not looked at", ROWS, { ...memory([]), changes: () => undefined }],
  ])("%s", (_, rows, log) => {
    expect(auditLeases(rows, log)).toBeUndefined();
  });

  test.each<[string, readonly PlacedHarnessRow[], LeaseMemory, number, string]>([
    [
      "a claim that nobody made",
      ROWS,
      memory([CLOSE]),
      6,
      "step.claimed: the log of bd-1 has no such claim by w (token 1)",
    ],
    [
      "a claim of somebody else",
      ROWS,
      memory([{ ...CLAIM, actor: "v" }]),
      6,
      "step.claimed: the log of bd-1 has no such claim by w (token 1)",
    ],
    [
      "a closing that nobody made",
      ROWS,
      memory([CLAIM]),
      15,
      `step.closed: the log of bd-1 has no closing by ${digestOf("e")}`,
    ],
    [
      "a closing under another token",
      ROWS,
      memory([CLAIM, { ...CLOSE, token: 2 }]),
      15,
      "step.closed: the log of bd-1 closes it under token 2, the step claimed 1",
    ],
    [
      "closed twice",
      twice,
      memory([CLAIM, CLOSE]),
      30,
      "step.closed: bd-1 was closed by an earlier row, and never opened again",
    ],
    [
      "completed, and the log knows no closing",
      ROWS.toSpliced(15, 1),
      memory([CLAIM]),
      17,
      "stop.recorded: it says completed, and the log of bd-1 has no closing by w under token 1",
    ],
    [
      "handed over, and held still",
      handed,
      memory([CLAIM], lease),
      9,
      "stop.recorded: it says retry_needed_handoff, and the lease lease1_bd-1_w is held still",
    ],
  ])("%s", (_, rows, log, seq, what) => {
    expect(auditLeases(rows, log)).toEqual({ seq, what });
  });
});

const ROW = {
  schema: 1,
  stepKind: "premath.harness.step.v1",
  ...STEP,
  action: "worker.loop",
  resultClass: "completed",
  witnessRefs: ["lease://handoff/bd-1", ...LEFT, "worker://loop/w/bd-1/completed"],
  lineageRefs: ["ctx://issue/bd-1"],
  finishedAt: "2026-03-01T12:00:00Z",
};

function trajectory(
  lines: readonly (object | string)[],
  rows = ROWS,
  without: readonly string[] = [],
): TrajectoryAudit {
  const told = new Map(toldSteps(rows).map((step) => [step.stepId, step]));
  const audit = new TrajectoryAudit({
    path: "t.jsonl",
    told,
    workerOf: (worker) =>
      worker === "w" ? { began: at("2026-03-01T11:00:00Z"), knows: (id) => id === STEP.stepId } : undefined,
    kept: kept(without),
    sha256,
  });
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  readTrajectoryLines(utf8.encode(text), utf8, { offset: 0, line: 1 }, (line) => audit.take(line));
  return audit;
}

const NAMED = { trajectoryRow: digestText(sha256, JSON.stringify(ROW)) };

describe("a trajectory is what its workers' journals tell (M14)", () => {
  const settled = changed("stop.recorded", { lineageRefs: [], witnessRefs: [] });
  const other = { ...ROW, stepId: "v.bd-2.1", issueId: "bd-2", witnessRefs: [digestOf("9")] };
  test.each<[string, TrajectoryAudit, number]>([
    ["a step that was told", trajectory([ROW]), 0],
    [
      "another process told of the step: the end of the issue counts",
      trajectory([{ ...ROW, witnessRefs: LEFT }], settled),
      0,
    ],
    ["the very row whose digest the journal names", trajectory([ROW], changed("stop.recorded", NAMED)), 0],
    ["a step that is not told yet", trajectory([{ ...ROW, resultClass: "x" }], ROWS.slice(0, 10)), 0],
    ["others' rows, also twice, and what they name", trajectory([ROW, other, other, { ...ROW, action: "kpi" }]), 3],
    [
      "rows that are older than the journal",
      trajectory([{ ...other, stepId: "w.bd-2.1", finishedAt: "2026-03-01T10:00:00Z" }]),
      1,
    ],
  ])("%s", (_, { first, foreign }, others) => {
    expect([first, foreign]).toEqual([undefined, others]);
  });

  test.each<[string, TrajectoryAudit, number, string]>([
    [
      "a class that was changed",
      trajectory([{ ...ROW, resultClass: "failed" }]),
      1,
      "w.bd-1.1: its result class is failed, and completed by its worker's journal",
    ],
    [
      "a class that was changed, told by another process",
      trajectory([{ ...ROW, resultClass: "failed" }], settled),
      1,
      "w.bd-1.1: its result class is failed, and completed by its worker's journal",
    ],
    [
      "another issue",
      trajectory([{ ...ROW, issueId: "bd-2" }]),
      1,
      "w.bd-1.1: its issue is bd-2, and bd-1 by its worker's journal",
    ],
    [
      "a ref that was taken out",
      trajectory([{ ...ROW, witnessRefs: LEFT }]),
      1,
      "w.bd-1.1: its witnessRefs are not those of its worker's journal",
    ],
    [
      "a lineage that was changed",
      trajectory([{ ...ROW, lineageRefs: ["ctx://issue/bd-9"] }]),
      1,
      "w.bd-1.1: its lineageRefs are not those of its worker's journal",
    ],
    [
      "a time that was changed",
      trajectory([{ ...ROW, finishedAt: "2026-03-01T12:00:01Z" }], changed("stop.recorded", NAMED)),
      1,
      "w.bd-1.1: it is not the row whose digest its worker's journal names",
    ],
    ["a row twice", trajectory([ROW, ROW]), 2, "the step w.bd-1.1 was told on line 1 already"],
    [
      "a step that its worker does not know",
      trajectory([ROW, { ...ROW, stepId: "w.bd-1.2" }]),
      2,
      "the journal of w knows no step w.bd-1.2",
    ],
    [
      "a witness that is gone",
      trajectory([ROW], ROWS, [digestOf("1")]),
      1,
      `w.bd-1.1: there is no witness ${digestOf("1")}`,
    ],
    [
      "a line that is no row",
      trajectory([ROW, "{"]),
      2,
      "failed to parse trajectory row: EOF while parsing an object at line 1 column 1",
    ],
  ])("%s", (_, { first }, line, problem) => {
    expect(first).toEqual({ line, problem });
  });

  test("a step that never was claimed, or has no end, needs no row", () => {
    const contended = changed("stop.recorded", { resultClass: "contended" }).toSpliced(placeOf("step.claimed"), 1);
    expect([toldSteps(contended), toldSteps(ROWS.slice(0, 17))]).toEqual([[], []]);
    expect(trajectory([]).has(STEP.stepId)).toBe(false);
  });
});

describe("a ledger's completed features are proved (M14)", () => {
  const feature = { featureId: "bd-1", status: "completed", verificationRefs: LEFT, updatedAt: "2026-03-01T12:00:00Z" };
  const ledger = (...features: readonly (typeof feature)[]) =>
    ({ schema: 1, ledgerKind: "premath.harness.feature_ledger.v1", updatedAt: "x", features }) as const;
  const busy = { ...feature, status: "in_progress" };
  const ours = { isClosedHere: () => true, kept: kept([digestOf("2")]) };

  test.each<[string, ReturnType<typeof ledger>, typeof ours, string | undefined]>([
    ["all is kept", ledger(feature), { ...ours, kept: kept() }, undefined],
    ["a proof is gone", ledger(feature), ours, `bd-1 is completed, and there is no witness ${digestOf("2")}`],
    ["an issue that others closed", ledger(feature), { ...ours, isClosedHere: () => false }, undefined],
    ["two workers at work", ledger(busy, { ...busy, featureId: "bd-2" }), ours, undefined],
    [
      "a feature twice",
      ledger(busy, busy),
      ours,
      "bd-1: featureId must be unique (harness_feature_ledger.feature_id.duplicate)",
    ],
  ])("%s", (_, given, ground, problem) => {
    expect(auditLedger(given, ground)).toBe(problem);
  });
});
