import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { at, edge, MADE, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { without } from "../../../tests/support/without.ts";
import type { Issue } from "./issue.ts";
import { mergeIssue } from "./merge-issue.ts";
import { writeIssue } from "./write-issue.ts";

const EARLIER = at("2026-02-01T00:00:01Z");
const LATER = at("2026-02-01T00:00:02Z");
const LEASE = { lease_id: "l", owner: "al", acquired_at: EARLIER, expires_at: at("2026-02-01T01:00:01Z") };

/** The merge of two rows that were made of one base: the first a second before the other. */
function merged(before: Partial<Issue>, earlier: Partial<Issue>, later: Partial<Issue>): Issue {
  const base = sampleIssue("bd-1", { rev: 1, by: "a", ...before });
  const older: Issue = { ...base, rev: 2, by: "a", updated_at: EARLIER, ...earlier };
  const newer: Issue = { ...base, rev: 2, by: "b", updated_at: LATER, ...later };
  const row = mergeIssue(base, older, newer);
  expect(mergeIssue(base, newer, older)).toEqual(row);
  return row;
}

describe("two edits of one issue are merged field by field (ENGINE 8)", () => {
  test.each<[string, Partial<Issue>, Partial<Issue>, Partial<Issue>, Partial<Issue>]>([
    ["edits of different fields are both kept", {}, { title: "t" }, { priority: 0 }, { title: "t", priority: 0 }],
    ["of two edits of one field the newer is kept", {}, { title: "old" }, { title: "new" }, { title: "new" }],
    ["texts are fields, not merged line by line", {}, { notes: "a\nb" }, { notes: "b" }, { notes: "b" }],
    [
      "labels added on either side stay, removed on either side go",
      { labels: ["a", "b", "c"] },
      { labels: ["a", "c", "old"] },
      { labels: ["b", "c", "new"] },
      { labels: ["c", "new", "old"] },
    ],
    [
      "a list that one side left alone is the other side's, order and all",
      { labels: ["a", "b"] },
      { labels: ["b", "a"] },
      { title: "t" },
      { labels: ["b", "a"], title: "t" },
    ],
    [
      "so is one that says a thing twice",
      { labels: ["a"] },
      { title: "t" },
      { labels: ["b", "b"] },
      { labels: ["b", "b"], title: "t" },
    ],
    [
      "edges are a set by their ends and type",
      { dependencies: [edge("bd-1", "bd-2"), edge("bd-1", "bd-3")] },
      { dependencies: [edge("bd-1", "bd-3"), edge("bd-1", "bd-4"), edge("bd-1", "bd-3", "related")] },
      { dependencies: [edge("bd-1", "bd-2"), edge("bd-1", "bd-3", "blocks", "al"), edge("bd-1", "bd-4")] },
      {
        dependencies: [edge("bd-1", "bd-3", "blocks", "al"), edge("bd-1", "bd-4"), edge("bd-1", "bd-3", "related")],
      },
    ],
    [
      "metadata is merged key by key",
      { metadata: { a: 1, b: 1, c: 1 } },
      { metadata: { a: 2, b: 2, d: { x: 1 } } },
      { metadata: { a: 1, b: 3, c: 1, d: { y: 1 } } },
      { metadata: { a: 2, b: 3, d: { y: 1 } } },
    ],
    [
      "metadata that is no object is one field",
      { metadata: [1] },
      { metadata: [2] },
      { title: "t" },
      { metadata: [2], title: "t" },
    ],
    [
      "metadata is added where there was none",
      {},
      { metadata: { a: 1 } },
      { metadata: { b: 1 } },
      { metadata: { b: 1, a: 1 } },
    ],
    [
      "keys of other tools are kept, even when one side lost them",
      { foreign: { x: 1, y: 1 } },
      { foreign: { y: 2, z: 1 } },
      { title: "t" },
      { title: "t", foreign: { x: 1, y: 2, z: 1 } },
    ],
  ])("%s", (_, base, earlier, later, expected) => {
    expect(merged(base, earlier, later)).toEqual(sampleIssue("bd-1", { updated_at: LATER, ...expected }));
  });

  test("status, assignee, lease, closing time and token are one unit: the newer one's, with the larger token", () => {
    const claimed = { status: "in_progress", assignee: "al", lease: LEASE, token: 4 };
    expect(merged({ token: 3 }, claimed, { status: "closed", closed_at: LATER })).toEqual(
      sampleIssue("bd-1", { status: "closed", closed_at: LATER, token: 4, updated_at: LATER }),
    );
    expect(merged({ token: 3 }, { status: "closed", closed_at: LATER }, claimed)).toEqual(
      sampleIssue("bd-1", { ...claimed, updated_at: LATER }),
    );
    expect(merged({ token: 3 }, { assignee: "bo" }, { title: "t", priority: 1 })).toEqual(
      sampleIssue("bd-1", { assignee: "bo", title: "t", priority: 1, token: 3, updated_at: LATER }),
    );
  });

  test("a lease that was only prolonged is an edit too, and goes with its status", () => {
    const held = { status: "in_progress", assignee: "al", lease: LEASE, token: 1 };
    const renewed = { lease: { ...LEASE, renewed_at: EARLIER } };
    expect(merged(held, renewed, { notes: "n" })).toEqual(
      sampleIssue("bd-1", { ...held, ...renewed, notes: "n", updated_at: LATER }),
    );
  });

  test("the higher revision is the newer row, however early its clock; the later moment is kept", () => {
    expect(merged({}, { title: "two edits", rev: 3 }, { title: "one", owner: "bo" })).toEqual(
      sampleIssue("bd-1", { title: "two edits", owner: "bo", updated_at: LATER }),
    );
  });

  test("a deletion wins over an older edit whole, and a newer edit over a deletion", () => {
    expect(merged({}, { title: "edit" }, { tombstone: true })).toEqual(
      sampleIssue("bd-1", { tombstone: true, updated_at: LATER }),
    );
    expect(merged({}, { tombstone: true }, { title: "edit" })).toEqual(
      sampleIssue("bd-1", { title: "edit", updated_at: LATER }),
    );
  });

  test("issues that were made apart under one id are not mixed: the newer one is taken whole", () => {
    const older = sampleIssue("bd-1", { rev: 1, by: "a", labels: ["a"], token: 2 });
    const newer = sampleIssue("bd-1", { rev: 1, by: "b", title: "other", updated_at: LATER });
    const expected = sampleIssue("bd-1", { title: "other", updated_at: LATER, token: 2 });
    expect([mergeIssue(undefined, older, newer), mergeIssue(undefined, newer, older)]).toEqual([expected, expected]);
  });

  test("rows of another tool that name no time get one that is written", () => {
    const base = sampleIssue("bd-1", { missingTimestamps: true });
    const row = mergeIssue(base, { ...base, title: "t" }, { ...base, priority: 1 });
    expect(row).toEqual(sampleIssue("bd-1", { title: "t", priority: 1, updated_at: MADE }));
  });
});

const row = arbitraryIssue.map((issue): Issue => ({ ...issue, id: "bd-1" }));

test("a merge says the same whichever side is ours, with and without revisions", () => {
  fc.assert(
    fc.property(fc.option(row, { nil: undefined }), row, row, fc.boolean(), (base, left, right, isRevised) => {
      const [ours, theirs] = isRevised
        ? [left, right]
        : [without(left, "rev", "by"), { ...without(right, "rev", "by"), updated_at: left.updated_at }];
      expect(writeIssue(mergeIssue(base, ours, theirs))).toBe(writeIssue(mergeIssue(base, theirs, ours)));
    }),
  );
});

test("where one side left the issue alone the merge is the other side's row, without revision and writer", () => {
  fc.assert(
    fc.property(row, row, (base, changed) => {
      const token = Math.max(base.token ?? 0, changed.token ?? 0);
      const expected: Issue = { ...without(changed, "rev", "by"), ...(token === 0 ? {} : { token }) };
      expect(writeIssue(mergeIssue(base, base, changed))).toBe(writeIssue(expected));
    }),
  );
});
