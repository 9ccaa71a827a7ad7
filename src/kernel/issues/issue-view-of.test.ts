import { expect, test } from "vitest";
import { at, byIds, edge, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00Z");
const STALE = { lease_id: "L", owner: "bo", acquired_at: NOW, expires_at: NOW };
const GONE = sampleIssue("bd-2", { tombstone: true });
const VIEW = issueView(
  byIds(
    sampleIssue("bd-1", {
      priority: 3,
      dependencies: [
        edge("bd-1", "z"),
        edge("bd-1", "bd-9"),
        edge("bd-1", "z", "related"),
        edge("bd-1", "\u{1F600}"),
        edge("bd-1", "\uFF5E"),
      ],
    }),
    GONE,
    sampleIssue("bd-4", { priority: 1, status: "in_progress", lease: STALE }),
    sampleIssue("bd-5", { priority: 2 }),
    sampleIssue("bd-6", { priority: 1 }),
  ),
  new Set(["bd-3"]),
);

test("a deleted issue is not there, but its id stays taken", () => {
  const ids = ["bd-1", "bd-2", "bd-3", "bd-7"];
  expect(ids.map((id) => VIEW.get(id)?.id)).toStrictEqual(["bd-1", undefined, undefined, undefined]);
  expect(ids.map((id) => VIEW.taken(id))).toStrictEqual([true, true, true, false]);
});

test("a free id is the smallest that was never given (contract memory 2)", () => {
  expect([VIEW.freeId(), issueView(new Map()).freeId()]).toStrictEqual(["bd-7", "bd-1"]);
});

test("neighbours are sorted by bytes, each once, missing ones too", () => {
  expect(VIEW.neighbours("bd-1")).toStrictEqual(["bd-9", "z", "\uFF5E", "\u{1F600}"]);
  expect([VIEW.neighbours("bd-5"), VIEW.neighbours("bd-2"), VIEW.neighbours("no")]).toStrictEqual([[], [], []]);
});

test("candidates come by id or by priority, with or without those whose holder is gone", () => {
  const query = { assignee: "al", by: "id", reclaimStale: false, now: NOW } as const;
  const ids = (more: object): readonly string[] => [...VIEW.candidates({ ...query, ...more })].map(({ id }) => id);
  expect(ids({})).toStrictEqual(["bd-5", "bd-6"]);
  expect(ids({ by: "priority" })).toStrictEqual(["bd-6", "bd-5"]);
  expect(ids({ by: "priority", reclaimStale: true })).toStrictEqual(["bd-4", "bd-6", "bd-5"]);
});
