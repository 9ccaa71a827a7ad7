import * as fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "../render/rich/display-width.ts";
import { RowFlow, wrappedRows } from "./row-flow.ts";

test("rows are broken at words; a word that is too long is cut; wide characters take two cells", () => {
  expect(wrappedRows("the quick brown fox", 10)).toEqual(["the quick", "brown fox"]);
  expect(wrappedRows("abcdefghijkl mn", 5)).toEqual(["abcde", "fghij", "kl mn"]);
  expect(wrappedRows("日本語のテキスト", 7)).toEqual(["日本語", "のテキ", "スト"]);
  expect(wrappedRows("  indented\n\tcode", 20)).toEqual(["  indented", "    code"]);
  expect(wrappedRows("one\n\ntwo\n", 20)).toEqual(["one", "", "two"]);
});

test("a row stays open until it is full or ended", () => {
  const flow = new RowFlow(() => 12);
  expect([flow.open, flow.push("hello "), flow.open]).toEqual([undefined, [], "hello "]);
  expect([flow.push("wide world"), flow.open]).toEqual([["hello wide"], "world"]);
  expect([flow.push("\n"), flow.open, flow.end()]).toEqual([["world"], undefined, []]);
});

test("no row is wider than the screen, none commands it, and no letter is lost, however the text is cut into pieces", () => {
  const text = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 20 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (pieces, width) => {
      const flow = new RowFlow(() => width);
      const rows = [...pieces.flatMap((piece) => [...flow.push(piece)]), ...flow.end()];
      for (const row of rows) {
        expect(displayWidth(row)).toBeLessThanOrEqual(width);
        // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
        expect(row).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
      }
      const letters = (given: string): string => given.replaceAll(/[^A-Za-z0-9]/g, "");
      // A control character is told by its number, which has letters of its own.
      if (!/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u.test(pieces.join("")))
        expect(letters(rows.join(""))).toBe(letters(pieces.join("")));
    }),
  );
});
