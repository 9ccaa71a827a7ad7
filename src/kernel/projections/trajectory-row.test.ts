import { expect, test } from "vitest";
import { normalizeTrajectoryRow, type TrajectoryDraft, writeTrajectoryRow } from "./trajectory-row.ts";

const DRAFT: TrajectoryDraft = {
  stepId: "worker.1.bd-7.3",
  action: "worker.loop",
  resultClass: "Completed",
  finishedAt: "2026-02-01T00:00:00Z",
};

test("a row is trimmed, its refs sorted, its class kept as it was written (M04)", () => {
  const reading = normalizeTrajectoryRow({
    ...DRAFT,
    stepId: "\u00A0worker.1.bd-7.3 ",
    issueId: " bd-7\u0085",
    witnessRefs: ["w2", " w1", "", "w2", "\uE000", "\u{1F600}"],
    instructionRefs: ["  "],
    startedAt: " ",
    finishedAt: "\t2026-02-01T00:00:00.5+01:00\n",
  });
  expect(reading).toEqual({
    ok: true,
    at: "2026-01-31T23:00:00.500Z",
    row: {
      schema: 1,
      stepKind: "premath.harness.step.v1",
      stepId: "worker.1.bd-7.3",
      issueId: "bd-7",
      action: "worker.loop",
      resultClass: "Completed",
      witnessRefs: ["w1", "w2", "\uE000", "\u{1F600}"],
      finishedAt: "2026-02-01T00:00:00.5+01:00",
    },
  });
});

test("a row is written in the contract's order (M04)", () => {
  const reading = normalizeTrajectoryRow({
    ...DRAFT,
    lineageRefs: ["ctx://b", "ctx://a"],
    witnessRefs: ["w"],
    instructionRefs: ["i"],
    issueId: "bd-7",
    startedAt: "2026-01-31T00:00:00Z",
  });
  expect(reading.ok && writeTrajectoryRow(reading.row)).toBe(
    '{"schema":1,"stepKind":"premath.harness.step.v1","stepId":"worker.1.bd-7.3","issueId":"bd-7","action":"worker.loop","resultClass":"Completed",' +
      '"instructionRefs":["i"],"witnessRefs":["w"],"lineageRefs":["ctx://a","ctx://b"],"startedAt":"2026-01-31T00:00:00Z","finishedAt":"2026-02-01T00:00:00Z"}',
  );
});

/** Each breaks one more rule than the next: the first broken one is named. */
const BROKEN: readonly (readonly [Partial<TrajectoryDraft>, string])[] = [
  [{ stepId: " ", action: "", resultClass: "", finishedAt: "bad" }, "stepId must be non-empty"],
  [{ action: "\u2003", resultClass: "", finishedAt: "bad" }, "action must be non-empty"],
  [{ resultClass: "", finishedAt: "" }, "resultClass must be non-empty"],
  [{ finishedAt: " ", startedAt: "bad" }, "finishedAt must be non-empty"],
  [{ finishedAt: " bad ", startedAt: "bad" }, "finishedAt must be RFC3339: bad"],
  [{ startedAt: " 2026-13-01T00:00:00Z" }, "startedAt must be RFC3339: 2026-13-01T00:00:00Z"],
  // The year 10000 in UTC (docs/compatibility.md).
  [{ finishedAt: "9999-12-31T23:59:59-01:00" }, "finishedAt must be RFC3339: 9999-12-31T23:59:59-01:00"],
];

test.each(BROKEN)("%j is refused: %s (M04)", (change, reason) => {
  expect(normalizeTrajectoryRow({ ...DRAFT, ...change })).toEqual({ ok: false, reason });
});

/** What the contract's 0.7 accepts and refuses. */
test.each([
  ["2026-02-01t00:00:00z", true],
  ["2026-02-01 00:00:00Z", true],
  ["2026-02-01T00:00:60Z", true],
  ["2026-02-01T00:00:00.1234567890123Z", true],
  ["2026-02-01T00:00:00+23:59", true],
  ["2026-02-01T00:00:61Z", false],
  ["2026-02-01T24:00:00Z", false],
  ["2026-02-01T00:00Z", false],
  ["2026-02-01T00:00:00", false],
  ["2026-02-01T00:00:00+0100", false],
  ["2026-02-01T00:00:00+24:00", false],
  ["2026-02-01T00:00:00.Z", false],
  ["2026-02-30T00:00:00Z", false],
  ["26-02-01T00:00:00Z", false],
])("%s is a moment: %s (M04)", (finishedAt, isMoment) => {
  expect(normalizeTrajectoryRow({ ...DRAFT, finishedAt }).ok).toBe(isMoment);
});
