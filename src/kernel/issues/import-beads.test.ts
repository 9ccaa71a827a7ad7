import { describe, expect, test } from "vitest";
import { at, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { utf8 } from "#platform";
import { type IssueReading, readIssue } from "./read-issue.ts";
import { readBeadsRow } from "./import-beads.ts";
import { writeIssue } from "./write-issue.ts";

function read(row: object | string): IssueReading {
  return readBeadsRow(utf8.encode(typeof row === "string" ? row : JSON.stringify(row)), utf8);
}

const TIMES = { created_at: "2026-03-01T10:00:00.123456-08:00", updated_at: "2026-03-01T10:00:00Z" };
const PLAIN = sampleIssue("bd-1", {
  title: "T",
  created_at: at("2026-03-01T18:00:00.123456Z"),
  updated_at: at("2026-03-01T10:00:00Z"),
});

describe("a row of beads becomes an issue, and nothing of it is lost (M01)", () => {
  test.each<[string, object, object]>([
    [
      "what both have is taken over",
      { status: "hooked", priority: 0, labels: ["x"], issue_type: "epic" },
      {
        status: "hooked",
        priority: 0,
        labels: ["x"],
        issue_type: "epic",
      },
    ],
    [
      "a type of theirs is a task and stays known",
      { issue_type: "bug" },
      { metadata: { beads: { issue_type: "bug" } } },
    ],
    [
      "a tombstone is a deleted issue",
      { status: "tombstone", deleted_by: "x" },
      {
        status: "tombstone",
        tombstone: true,
        metadata: { beads: { deleted_by: "x" } },
      },
    ],
    [
      "a field of another form stays as it came",
      { priority: "high", notes: null, labels: [1], closed_at: "soon" },
      {
        metadata: { beads: { priority: "high", notes: null, labels: [1], closed_at: "soon" } },
      },
    ],
    ["metadata of theirs is theirs", { metadata: { a: 1 } }, { metadata: { beads: { metadata: { a: 1 } } } }],
    [
      "an edge keeps what it says beyond ours",
      { dependencies: [{ issue_id: "bd-1", depends_on_id: "bd-2", type: "tracks", created_by: "s", metadata: "{}" }] },
      {
        dependencies: [
          { issue_id: "bd-1", depends_on_id: "bd-2", type: "tracks", created_by: "s", foreign: { metadata: "{}" } },
        ],
      },
    ],
    [
      "edges that are none stay as they came",
      { dependencies: [{ issue_id: "bd-1" }] },
      {
        metadata: { beads: { dependencies: [{ issue_id: "bd-1" }] } },
      },
    ],
  ])("%s", (_, row, expected) => {
    const issue = { ...PLAIN, ...expected };
    const reading = read({ id: "bd-1", title: "T", ...TIMES, ...row });
    expect(reading).toEqual({ ok: true, issue });
    if (reading.ok) expect(readIssue(utf8.encode(writeIssue(reading.issue)), utf8)).toEqual({ ok: true, issue });
  });

  test("a row without moments says so", () => {
    const epoch = "1970-01-01T00:00:00Z";
    const issue = { ...PLAIN, created_at: epoch, updated_at: epoch, missingTimestamps: true };
    expect(read({ id: "bd-1", title: "T" })).toEqual({ ok: true, issue });
  });
});

test.each([
  ["[]", "a row is an object"],
  ['{"title":"T"}', "no id"],
  ['{"id":"a"}', "no title"],
  ['{"id":"a","id":"b","title":"T"}', 'duplicate key "id" at line 1 column 11'],
  ['{"id":', "EOF while parsing a value at line 1 column 6"],
])("%s is no row of beads (M01)", (row, problem) => {
  expect(read(row)).toEqual({ ok: false, problem });
});
