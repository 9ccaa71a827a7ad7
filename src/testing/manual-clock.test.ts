import { expect, test } from "vitest";
import { manualClock } from "./manual-clock.ts";

test("stands still until it is told otherwise", () => {
  const clock = manualClock();
  expect([clock.now(), clock.now()]).toEqual(["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]);
  clock.advance(1_500);
  expect(clock.now()).toBe("2026-01-01T00:00:01.500Z");
  clock.set("2025-12-31T23:00:00-02:00");
  expect(clock.now()).toBe("2026-01-01T01:00:00Z");
});

test("steps with every look where it is asked to", () => {
  const clock = manualClock({ start: "2026-02-28T23:59:59.999Z", stepMs: 1 });
  expect([clock.now(), clock.now()]).toEqual(["2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00Z"]);
});

test("a time that is none is refused", () => {
  expect(() => manualClock({ start: "noon" })).toThrow(RangeError);
  expect(() => manualClock().set("")).toThrow(RangeError);
});
