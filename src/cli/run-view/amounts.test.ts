import { expect, test } from "vitest";
import { clockText, costText, durationText, tokensText } from "./amounts.ts";

test("amounts are told in a few characters", () => {
  expect([0, 999, 1000, 12_440, 999_949, 999_950, 3_100_000].map(tokensText)).toEqual([
    "0",
    "999",
    "1.0k",
    "12.4k",
    "999.9k",
    "1.0M",
    "3.1M",
  ]);
  expect([0, 120, 9_999, 10_000, 2_500_000].map(costText)).toEqual(["$0.00", "$0.0001", "$0.0100", "$0.01", "$2.50"]);
  expect([-5, 300, 9_949, 9_950, 59_400, 59_600, 185_000, 3_720_000].map(durationText)).toEqual([
    "0.0 s",
    "0.3 s",
    "9.9 s",
    "10 s",
    "59 s",
    "1 min 0 s",
    "3 min 5 s",
    "1 h 2 min",
  ]);
  expect([0, 42_999, 725_000, 3_723_000].map(clockText)).toEqual(["0:00", "0:42", "12:05", "1:02:03"]);
});
