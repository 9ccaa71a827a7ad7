import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { someText } from "../../../tests/support/json-text.ts";
import { byCodePoint, orderFor, sortedByCodePoint } from "./order.ts";

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

describe("the order of texts is the order of their UTF-8 bytes (contract 0.5)", () => {
  test("for any two texts", () => {
    fc.assert(
      fc.property(someText, someText, (left, right) => {
        expect(Math.sign(byCodePoint(left, right))).toBe(byBytes(left, right));
        expect(Math.sign(orderFor([left, right])(left, right))).toBe(byBytes(left, right));
      }),
      { numRuns: 3000 },
    );
  });

  test("for texts that share a beginning", () => {
    fc.assert(
      fc.property(someText, someText, someText, (shared, left, right) => {
        expect(Math.sign(byCodePoint(shared + left, shared + right))).toBe(byBytes(shared + left, shared + right));
      }),
      { numRuns: 1000 },
    );
  });

  test("where JavaScript's own order differs: past U+FFFF against U+E000 to U+FFFF", () => {
    const texts = ["😀", "\uE000", "\uFFFF", "a😀", "a\uE000", "a", "", "\uD7FF", "😀😀", "😀\uE000"];
    const sorted = ["", "a", "a\uE000", "a😀", "\uD7FF", "\uE000", "\uFFFF", "😀", "😀\uE000", "😀😀"];
    expect(sortedByCodePoint(texts)).toStrictEqual(sorted);
    expect(texts.toSorted()).not.toStrictEqual(sorted);
  });

  test("for a whole list, which itself stays as it was", () => {
    fc.assert(
      fc.property(fc.array(someText, { maxLength: 12 }), (texts) => {
        const before = [...texts];
        expect(sortedByCodePoint(texts)).toStrictEqual(before.toSorted(byBytes));
        expect(texts).toStrictEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});
