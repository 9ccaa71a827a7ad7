import { expect, test } from "vitest";
import { changeTexts } from "./change-text.ts";

const CHANGES = [
  { field: "status", from: "open", to: "in_progress" },
  { field: "assignee", from: null, to: "w" },
  { field: "notes", from: "a\nb", to: null },
  { field: "title", from: "t", to: "x".repeat(70) },
];

test("a change is told as from what to what, bounded", () => {
  expect(changeTexts({ changes: CHANGES, before: "sha256:0" })).toEqual([
    "status open -> in_progress",
    "assignee + w",
    "notes - a b",
    `title t -> ${"x".repeat(59)}…`,
  ]);
});

test("the first row of an issue says what it is; a row whose predecessor nobody logged says so", () => {
  expect([
    changeTexts({ changes: [{ field: "status", from: null, to: "open" }], before: null }),
    changeTexts({ changes: null, before: "sha256:0" }),
    changeTexts({ changes: [], before: "sha256:0" }),
  ]).toEqual([["status open"], ["the row before it was another tool's"], ["nothing but the time of writing"]]);
});
