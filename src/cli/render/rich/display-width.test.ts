import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutToWidth, displayWidth } from "./display-width.ts";

test.each([
  ["", 0],
  ["plain", 5],
  ["é", 1],
  ["e\u0301", 1],
  ["日本語", 6],
  ["ｆｕｌｌ", 8],
  ["한글", 4],
  ["한", 2],
  ["👍", 2],
  ["👍🏽", 2],
  ["👩‍💻", 2],
  ["🇫🇷", 2],
  ["❤️", 2],
  ["❤", 1],
  ["✓", 1],
  ["a\u200Bb", 2],
  ["├─ ", 3],
  ["שלום", 4],
  ["\u{20000}", 2],
  ["…", 1],
])("%j takes %i cells", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test.each([
  ["plain", 5, "plain"],
  ["plain text", 5, "plai…"],
  ["日本語", 6, "日本語"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["a👩‍💻b", 3, "a…"],
  ["abc", 1, "…"],
  ["abc", 0, ""],
  ["abc", -3, ""],
])("%j in %i cells is %j", (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut);
});

test("what was cut fits, whatever it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(30), (text, width) => {
      expect(displayWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
