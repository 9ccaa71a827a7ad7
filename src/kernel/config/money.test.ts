import { expect, test } from "vitest";
import { pricesInMicros } from "./model-keys.ts";
import { readMoney } from "./money.ts";

test.each([
  ["0", 0],
  ["2.50", 2_500_000],
  ["0.1", 100_000],
  ["0.000001", 1],
  ["1.005", 1_005_000],
  ["999999999.999999", 999_999_999_999_999],
  ["0.0000001", undefined],
  ["1000000000", undefined],
  ["-1", undefined],
  ["+1", undefined],
  ["1e3", undefined],
  [".5", undefined],
  ["5.", undefined],
  ["1,5", undefined],
  ["$1", undefined],
  [" 1", undefined],
  ["1\n", undefined],
  ["", undefined],
  ["NaN", undefined],
])("%j is %j millionths", (amount, micros) => {
  expect(readMoney(amount)).toBe(micros);
});

test("prices are counted in millionths; what is not said stays unsaid", () => {
  expect(
    pricesInMicros({
      "a/b": { input: "3", output: "15.00", cacheRead: "0.30" },
      "a/c": { input: "0", output: "0", cacheWrite: "3.75" },
    }),
  ).toEqual({
    "a/b": { input: 3_000_000, output: 15_000_000, cacheRead: 300_000 },
    "a/c": { input: 0, output: 0, cacheWrite: 3_750_000 },
  });
});
