import { expect, test } from "vitest";
import { harmless, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** Controls of the terminal; marks, embeddings, overrides and isolates of direction; separators of lines and paragraphs; what does not show. */
const HARMFUL = [
  ...range(0x00, 0x08),
  ...range(0x0a, 0x1f),
  ...range(0x7f, 0x9f),
  0x061c,
  ...range(0x200e, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
  0x200b,
  ...range(0x2060, 0x2064),
  0xfeff,
  ...range(0xe0000, 0xe007f),
  ...range(0xe0100, 0xe01ef),
].map((code) => String.fromCodePoint(code));

test.each(HARMFUL.map((character) => [character.codePointAt(0)?.toString(16), character]))(
  "U+%s never reaches a terminal raw",
  (code, character) => {
    expect(harmless(`a${character}b`)).toBe(character === "\n" ? "a\\nb" : `a\\u{${code}}b`);
  },
);

test("text in any script stays as it is", () => {
  const text = "déjà vu, 日本語, שלום, مرحبا, 👩‍💻\tend";
  expect(harmless(text)).toBe(text);
});

/** What is printed for a value. */
function printed(value: object, isTerminal: boolean): string {
  let text = "";
  const print = (piece: string): void => {
    text += piece;
  };
  const paper: Paper = { isTerminal, rich: false, color: false, json: true, print, warn: print };
  printJson(value, paper);
  return text;
}

test("JSON on a terminal carries none of them raw, and says the same", () => {
  const value = { [`key${HARMFUL.join("")}`]: [HARMFUL.join("x")] };
  const shown = printed(value, true);
  for (const character of HARMFUL) expect(shown.replaceAll("\n", "")).not.toContain(character);
  expect(JSON.parse(shown)).toEqual(value);
});

test("JSON on a pipe is the contract's, byte for byte (contract 0.2)", () => {
  const value = { text: HARMFUL.join("") };
  expect(printed(value, false)).toBe(`${JSON.stringify(value, null, 2)}\n`);
});
