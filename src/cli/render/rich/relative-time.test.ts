import { expect, test } from "vitest";
import { at } from "../../../../tests/support/sample-issue.ts";
import { relativeTime } from "./relative-time.ts";

const NOW = at("2026-03-01T12:00:00Z");

test.each([
  ["2026-03-01T12:00:00Z", "just now"],
  ["2026-03-01T11:59:56.5Z", "just now"],
  ["2026-03-01T11:59:15+00:00", "45 s ago"],
  ["2026-03-01T11:57:00+00:00", "3 min ago"],
  ["2026-03-01T13:00:00+00:00", "in 60 min"],
  ["2026-03-01T15:10:00Z", "in 3 h"],
  ["2026-02-27T12:00:00Z", "2 d ago"],
  ["2025-03-01T12:00:00Z", "2025-03-01"],
  ["soon", "soon"],
])("%s is %s", (moment, text) => {
  expect(relativeTime(moment, NOW)).toBe(text);
});
