import * as fc from "fast-check";
import { expect, test } from "vitest";
import { indexOfByte, utf8Length } from "./utf8-length.ts";

test.each([
  ["", 0],
  ["a", 1],
  ["\u007F", 1],
  ["\u0080", 2],
  ["\u07FF", 2],
  ["\u0800", 3],
  ["\uD7FF", 3],
  ["\uE000", 3],
  ["\uFFFF", 3],
  ["\u{10000}", 4],
  ["\u{10FFFF}", 4],
  ["aä€😀", 10],
])("%j has %i bytes", (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
});

test("agrees with the bytes of the percent encoding for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      // Each byte that is not plain ASCII stands as %XX there.
      const encoded = encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, "x");
      expect(utf8Length(text)).toBe(encoded.length);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test.each([
  ["abc", 0, 0],
  ["abc", 2, 2],
  ["abc", 3, 3],
  ["abc", 9, 3],
  ["äb", 2, 1],
  ["äb", 1, 1],
  ["€b", 3, 1],
  ["€b", 2, 1],
  ["😀b", 4, 2],
  ["\u007F\u0080\u07FF\u0800b", 8, 4],
])("in %j byte %i is at %i", (text, bytes, at) => {
  expect(indexOfByte(text, bytes)).toBe(at);
});

test("the bytes before a character are the bytes of the text before it", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 1 })), fc.nat(), (units, pick) => {
      const head = units.slice(0, pick % (units.length + 1)).join("");
      expect(indexOfByte(units.join(""), utf8Length(head))).toBe(head.length);
    }),
    { seed: 4, numRuns: 300 },
  );
});
