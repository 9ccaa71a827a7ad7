import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";
import { retryWait } from "./retry-wait.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");

test.each([
  [{ "retry-after": "3" }, 3000],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": "Mon, 16 Nov 2026 12:00:07 GMT" }, 7000],
  [{ "retry-after": "Mon, 16 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-3" }, undefined],
  [{}, undefined],
])("a provider asks to wait with %j (R13)", (headers, expected) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), NOW)).toBe(expected);
});

test("waits double up to a limit, and spread by chance (R13)", () => {
  const longest = [1, 2, 3, 7, 40].map((attempt) => retryWait(attempt, undefined, () => 0));
  const shortest = [1, 2, 3, 7, 40].map((attempt) => retryWait(attempt, undefined, () => 1));
  expect([longest, shortest]).toEqual([
    [500, 1000, 2000, 30_000, 30_000],
    [250, 500, 1000, 15_000, 15_000],
  ]);
  expect(retryWait(1, 1234.5, () => 0.5)).toBe(1235);
});
