import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pythonFloat, roundSix } from "./round-six.ts";

/** What Python 3 answers to `round(value, 6)`. */
const ROUNDED: readonly (readonly [value: number, rounded: number])[] = [
  [0.0078125, 0.007812],
  [0.0234375, 0.023438],
  [1.0078125, 1.007812],
  [2.6666666666666665, 2.666667],
  [0.1234565, 0.123456],
  [0.1234575, 0.123457],
  [1e-7, 0],
  [5e-7, 0],
  [5.000000000000001e-7, 1e-6],
  [123_456_789.123_456_7, 123_456_789.123_457],
  [24, 24],
  [0, 0],
];

test.each(ROUNDED)("%d is rounded as Python rounds it (M13)", (value, rounded) => {
  expect(roundSix(value)).toBe(rounded);
});

/** The exact value of a double as a fraction of a power of two. */
function exact(value: number): { readonly top: bigint; readonly bottom: bigint } {
  let bottom = 1n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bottom *= 2n;
  }
  return { top: BigInt(scaled), bottom };
}

test("rounding is to the nearest of the exact value, and to the even one of two (M13)", () => {
  const dyadic = fc
    .tuple(fc.integer({ min: 0, max: 2 ** 30 }), fc.integer({ min: 0, max: 9 }))
    .map(([n, k]) => n / 2 ** k);
  fc.assert(
    fc.property(
      fc.oneof(
        dyadic,
        fc.double({ min: 0, max: 1e6, noNaN: true }).filter((x) => x === 0 || x > 1e-12),
      ),
      (value) => {
        const { top, bottom } = exact(value);
        const double = top * 2_000_000n;
        const low = (top * 1_000_000n) / bottom;
        const rest = double - 2n * low * bottom;
        const up = rest > bottom || (rest === bottom && low % 2n === 1n);
        expect(roundSix(value)).toBe(Number(up ? low + 1n : low) / 1e6);
      },
    ),
  );
});

test.each([
  [1, "1.0"],
  [0, "0.0"],
  [-0, "-0.0"],
  [0.25, "0.25"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [0.000012, "1.2e-05"],
  [1e15, "1000000000000000.0"],
  [1e16, "1e+16"],
  [123456.789, "123456.789"],
])("%d is written as Python writes it (M13)", (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});
