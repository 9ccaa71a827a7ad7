import { expect, test } from "vitest";
import { Float, type JsonNumber } from "../json/value.ts";
import { numeric } from "./numeric.ts";

test.each<[JsonNumber, number]>([
  [3, 3],
  [0.25, 0.25],
  [-0, -0],
  [new Float(1), 1],
  [2n ** 60n, 2 ** 60],
])("%s compares as %s", (value, number) => {
  expect(numeric(value)).toBe(number);
});

test("what is no number compares false with everything", () => {
  const nothing = numeric(new Float(Number.NaN));
  expect([nothing >= 0, nothing < 0, nothing === nothing]).toEqual([false, false, false]);
});
