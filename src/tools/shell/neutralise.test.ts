import * as fc from "fast-check";
import { expect, test } from "vitest";
import { neutralise } from "./neutralise.ts";

const ESC = "\u001b";

test.each([
  ["plain text with tabs and newlines stays", "a\tb\nc\n", "a\tb\nc\n"],
  ["letters of any script and emoji stay", "žluťoučký 漢字 🦣 \ufffd", "žluťoučký 漢字 🦣 \ufffd"],
  ["colours (CSI)", `${ESC}[1;31mred${ESC}[0m`, "red"],
  ["cursor moves and erasures (CSI)", `${ESC}[2J${ESC}[H${ESC}[?25lhere${ESC}[10;20f${ESC}[ q`, "here"],
  ["CSI as one character (C1)", "\u009b31mred\u009b0m", "red"],
  ["a CSI that is not ended", `a${ESC}[31`, "a31"],
  ["a title (OSC)", `${ESC}]0;title\u0007text`, "text"],
  ["a link (OSC 8) keeps its text only", `${ESC}]8;;http://evil.test${ESC}\\here${ESC}]8;;${ESC}\\`, "here"],
  ["the clipboard (OSC 52)", `a${ESC}]52;c;cm0gLXJmIC8=\u0007b`, "ab"],
  ["OSC as one character, ended by one (C1)", "\u009d0;title\u009cx", "x"],
  ["a device string with its body (DCS)", `a${ESC}Pq#0;2;0;0;0~~@@\n~~${ESC}\\b`, "ab"],
  ["privacy and application strings", `a${ESC}^secret${ESC}\\b${ESC}_secret${ESC}\\c${ESC}Xsecret${ESC}\\d`, "abcd"],
  ["a string that is not ended hides nothing", `a${ESC}]0;rm -rf\nb`, "a0;rm -rf\nb"],
  ["a string inside of a string", `${ESC}]0;x${ESC}]0;y\u0007z`, "0;xz"],
  ["character sets, keypads, resets", `${ESC}(B${ESC}=${ESC}>${ESC}c${ESC}7x${ESC}8`, "x"],
  ["an escape alone", `a${ESC}`, "a"],
  ["two escapes", `${ESC}${ESC}[31mx`, "x"],
  ["bell, NUL, form feed, delete", "a\u0007b\0c\fd\u007fe\v", "abcde"],
  ["the rest of C1", "a\u0085b\u0080c", "abc"],
  ["a progress bar shows its last state", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["a return at the end of a line takes nothing away", "50%\r\n100%\r", "50%\n100%"],
  ["DOS line ends become newlines", "a\r\nb\r\r\n", "a\nb\n"],
  ["bold and underline of a typewriter", "N\bNA\bA_\bx", "NAx"],
  ["a spinner", "|\b/\b-\b\\\b", "\\"],
  ["what was written over is not shown", "safe\b\b\b\bevil", "evil"],
  ["no backspace goes past its line", "a\n\b\bb", "a\nb"],
  ["zero-width characters", "pass\u200bword\u200d\u2060\ufeff\u00ad", "password"],
  ["bidi overrides and isolates", "a\u202eb\u202cc\u2066d\u2069e\u200f\u061c", "abcde"],
  ["tags", `a${String.fromCodePoint(0xe0001, 0xe0041, 0xe007f)}b`, "ab"],
  ["bytes that are smuggled in variation selectors", `😀${String.fromCodePoint(0xe0100, 0xe01ef)}`, "😀"],
  ["the colour form of an emoji", "✔\ufe0f", "✔"],
])("%s", (_what, given, shown) => {
  expect(neutralise(given)).toBe(shown);
});

const SEEN = /^[\t\n\u0020-\u007e\u00a0-\u{10ffff}]*$/u;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(ESC, "[", "]", "P", "\\", ";", "m", "\u0007", "\u009c", "\u009b", "\u009d", "\u0090", "\r", "\b"),
      fc.constantFrom("\n", "\t", "0", "8", "\u202e", "\u200b", "\u{e0041}", "é", "🦣", " "),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

test("whatever is given, nothing that steers a terminal is left, and a second pass changes nothing", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = neutralise(text);
      expect(shown).toMatch(SEEN);
      expect(neutralise(shown)).toBe(shown);
      expect(shown.split("\n").length).toBeLessThanOrEqual(text.split("\n").length);
    }),
    { numRuns: 2000 },
  );
});

test("text without control characters is left as it is", () => {
  const plain = fc.string({ unit: fc.constantFrom("a", "Z", "0", " ", "~", "\t", "\n", "é", "漢", "🦣", "\ufffd") });
  fc.assert(
    fc.property(plain, (text) => {
      expect(neutralise(text)).toBe(text);
    }),
  );
});

test.each([
  "\u0090",
  `${ESC}]`,
  `${ESC}P`,
  "\u009d",
  `${ESC}[`,
  "\u009b",
  "\b",
  "\r",
  "a\b",
  `${ESC}]${"x".repeat(50)}`,
])("a million of %j take no longer than a million of anything", (piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  const start = performance.now();
  neutralise(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
