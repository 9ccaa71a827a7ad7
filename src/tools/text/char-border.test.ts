import * as fc from "fast-check";
import { expect, test } from "vitest";
import { charBorder, characterLength } from "./char-border.ts";

test("a text is cut between characters, never inside one, and as late as the units allow", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "€", "\uFFFD", "😀", "\u{10FFFF}") }),
      fc.nat(20),
      (text, units) => {
        const bytes = Buffer.from(text);
        const kept = bytes.subarray(0, charBorder(bytes, units)).toString();
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(units);
        const next = Array.from(text.slice(kept.length))[0];
        if (next !== undefined) expect(kept.length + next.length).toBeGreaterThan(units);
      },
    ),
  );
});

test("bytes that are no UTF-8 count as one character each: overlong forms, surrogates, beyond U+10FFFF, torn ones", () => {
  const cases = [
    [0xc0, 0x80],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5],
    [0x80],
    [0xc3, 0x41],
  ];
  expect(cases.map((bytes) => characterLength(Uint8Array.from(bytes), 0))).toStrictEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test("a character whose end is not there yet is not cut into", () => {
  expect(charBorder(Uint8Array.from([0x61, 0xf0, 0x9f, 0x98]), 10)).toBe(1);
});
