import { expect, test } from "vitest";
import { at, edge, sampleIssue } from "../../tests/support/sample-issue.ts";
import { fieldChanges } from "./field-changes.ts";

const LEASE = {
  lease_id: "l1",
  owner: "w",
  acquired_at: at("2026-02-01T00:00:00Z"),
  expires_at: at("2026-02-01T01:00:00Z"),
};

test("a change is told field by field, in the order of the row", () => {
  const before = sampleIssue("bd-1", { title: "old", notes: "n", assignee: "a", rev: 1, by: "x" });
  const after = sampleIssue("bd-1", {
    title: "new",
    status: "in_progress",
    priority: 0,
    assignee: "w",
    lease: LEASE,
    token: 1,
    rev: 2,
    by: "y",
    updated_at: at("2026-03-01T00:00:00Z"),
  });
  expect(fieldChanges(before, after)).toEqual([
    { field: "title", from: "old", to: "new" },
    { field: "notes", from: "n", to: null },
    { field: "status", from: "open", to: "in_progress" },
    { field: "priority", from: "2", to: "0" },
    { field: "assignee", from: "a", to: "w" },
    { field: "lease", from: null, to: "l1 of w until 2026-02-01T01:00:00Z" },
    { field: "token", from: null, to: "1" },
  ]);
});

test("of lists each entry that came or went is told", () => {
  const before = sampleIssue("bd-1", { labels: ["a", "b"], dependencies: [edge("bd-1", "bd-2")] });
  const after = sampleIssue("bd-1", { labels: ["b", "c"], dependencies: [edge("bd-1", "bd-2", "related")] });
  expect(fieldChanges(before, after)).toEqual([
    { field: "label", from: "a", to: null },
    { field: "label", from: null, to: "c" },
    { field: "dependency", from: "bd-1 -> bd-2 (blocks)", to: null },
    { field: "dependency", from: null, to: "bd-1 -> bd-2 (related)" },
  ]);
});

test("of a new issue all that it says is told, and of a deleted one that it is", () => {
  const issue = sampleIssue("bd-1", { metadata: { b: 1, a: [true] }, ephemeral: true });
  expect(fieldChanges(undefined, issue)).toEqual([
    { field: "title", from: null, to: "Issue bd-1" },
    { field: "status", from: null, to: "open" },
    { field: "priority", from: null, to: "2" },
    { field: "issue_type", from: null, to: "task" },
    { field: "ephemeral", from: null, to: "true" },
    { field: "metadata", from: null, to: '{"a":[true],"b":1}' },
  ]);
  expect(fieldChanges(issue, { ...issue, tombstone: true })).toEqual([{ field: "tombstone", from: null, to: "true" }]);
});

test("rows that differ only in who wrote them when have no changes", () => {
  const issue = sampleIssue("bd-1");
  expect(fieldChanges(issue, { ...issue, rev: 9, by: "z", updated_at: at("2026-05-01T00:00:00Z") })).toEqual([]);
});
