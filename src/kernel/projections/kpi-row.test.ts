import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { readKpiRow } from "./kpi-row.ts";

const ROW = { stepId: "w.bd-1.1", action: "worker.loop", resultClass: "ok", finishedAt: "2026-02-01T00:00:00Z" };

const read = (value: unknown): ReturnType<typeof readKpiRow> =>
  readKpiRow(utf8.encode(typeof value === "string" ? value : JSON.stringify(value)), utf8);

describe("a line counts for the KPI by four members, whatever its schema and kind (M13, contract 3.2)", () => {
  test.each([
    [{ ...ROW, schema: 9, stepKind: "other" }, ROW],
    [
      { ...ROW, stepId: " 7 ", action: 8 },
      { ...ROW, stepId: "7", action: "8" },
    ],
    [
      { ...ROW, issueId: " bd-1 " },
      { ...ROW, issueId: "bd-1" },
    ],
    // No issue is no issue; the reference's null is one of the name None.
    [{ ...ROW, issueId: null }, ROW],
    [{ ...ROW, issueId: " " }, ROW],
    [
      { ...ROW, finishedAt: "2026-02-01T01:00:00+01:00" },
      { ...ROW, finishedAt: "2026-02-01T00:00:00Z" },
    ],
    // Without an offset it is UTC.
    [
      { ...ROW, finishedAt: "2026-02-01 00:00:00" },
      { ...ROW, finishedAt: "2026-02-01T00:00:00Z" },
    ],
    // What the trajectory takes counts, also what the reference's script cannot read.
    [
      { ...ROW, finishedAt: "2026-01-31t23:59:60z" },
      { ...ROW, finishedAt: "2026-01-31T23:59:60Z" },
    ],
  ])("case %#", (line, row) => {
    expect(read(line)).toEqual({ ok: true, row, at: row.finishedAt });
  });
});

describe("what is no row is told by its place (M13, contract 3.2)", () => {
  test.each([
    ["{", "invalid JSON in t.jsonl:3: EOF while parsing an object at line 1 column 1"],
    ["[]", "trajectory row must be object (t.jsonl:3)"],
    [
      { ...ROW, action: " " },
      "trajectory row missing required fields (stepId/action/resultClass/finishedAt) at t.jsonl:3",
    ],
    [{ ...ROW, finishedAt: "2026-02-30T00:00:00Z" }, "t.jsonl:3:finishedAt must be RFC3339: '2026-02-30T00:00:00Z'"],
  ])("case %#", (line, problem) => {
    const reading = read(line);
    expect(!reading.ok && reading.problem("t.jsonl:3")).toBe(problem);
  });
});
