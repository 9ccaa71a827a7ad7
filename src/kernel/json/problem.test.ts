import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placed, positionOf, problemText } from "./problem.ts";

describe("a place in a document (contract 0.6)", () => {
  test("is a line from 1 and the bytes since the last newline", () => {
    const bytes = Buffer.from("é\nab\n\nc");
    const offsets = [0, 2, 3, 5, 6, 7, 8];
    expect(offsets.map((offset) => positionOf(bytes, offset))).toStrictEqual([
      { line: 1, column: 0 },
      { line: 1, column: 2 },
      { line: 2, column: 0 },
      { line: 2, column: 2 },
      { line: 3, column: 0 },
      { line: 4, column: 0 },
      { line: 4, column: 1 },
    ]);
  });

  test("is printed behind the reason", () => {
    expect(problemText({ reason: "expected value", line: 3, column: 14 })).toBe("expected value at line 3 column 14");
  });

  test("counted in one pass is the same as counted one by one", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "é"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), (body, offsets) => {
        const bytes = Buffer.from(body);
        const rising = offsets.map((offset) => Math.min(offset, bytes.length)).sort((left, right) => left - right);
        const repeats = rising.map((offset) => ({ key: "k", offset }));
        expect(placed(bytes, repeats)).toStrictEqual(rising.map((at) => ({ key: "k", ...positionOf(bytes, at) })));
      }),
    );
  });
});
