import { expect, test } from "vitest";
import { trimWhiteSpace } from "./white-space.ts";

test.each([
  ["", ""],
  [" \t\r\n\v\f", ""],
  ["\u0085a\u00a0b\u2003\u3000\u2028", "a\u00a0b"],
  ["\uFEFFa\u200B", "\uFEFFa\u200B"],
  ["😀 ", "😀"],
])("%j is trimmed to %j", (text, trimmed) => {
  expect(trimWhiteSpace(text)).toBe(trimmed);
});

test("a million blanks inside a text are passed over, not counted again and again", () => {
  const text = `a${" ".repeat(1_000_000)}b`;
  expect(trimWhiteSpace(`${text} `)).toBe(text);
});
