import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineSplitter } from "./line-splitter.ts";

const linesOf = (chunks: readonly Buffer[], most: number): readonly string[] | undefined => {
  const splitter = lineSplitter(most);
  const lines: string[] = [];
  for (const chunk of chunks) {
    const found = splitter.push(chunk);
    if (found === undefined) return undefined;
    lines.push(...found.map(String));
  }
  return lines;
};

test("lines are the same however their bytes arrive", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", "寸") }), { maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 7 }), (parts, size) => {
      const bytes = Buffer.from(parts.join(""));
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(linesOf(chunks, 1000)).toEqual(bytes.toString().split("\n").slice(0, -1));
    }),
  );
});

test("a line may have so many bytes and not one more, in one piece or in many, ended or not", () => {
  expect(linesOf([Buffer.from("12345\n")], 5)).toEqual(["12345"]);
  expect(linesOf([Buffer.from("123456\n")], 5)).toBeUndefined();
  expect(
    linesOf(
      ["123", "45"].map((text) => Buffer.from(text)),
      5,
    ),
  ).toEqual([]);
  expect(
    linesOf(
      ["123", "456"].map((text) => Buffer.from(text)),
      5,
    ),
  ).toBeUndefined();
  expect(
    linesOf(
      ["123", "456\n"].map((text) => Buffer.from(text)),
      5,
    ),
  ).toBeUndefined();
});
