import { expect, test } from "vitest";
import { oneLine, quotedText } from "./quoted-text.ts";

test.each([
  ["two\nlines\r\n", "two\\nlines\\r\\n"],
  ["\u001B[31mred\u001B[0m", "\\u{1b}[31mred\\u{1b}[0m"],
  ["\0\t\u007F\u0085\u009B", "\\0\\t\\u{7f}\\u{85}\\u{9b}"],
  ["\u2028\u2029", "\\u{2028}\\u{2029}"],
  ["\u061C\u200E\u200F\u202A\u202E\u2066\u2069", "\\u{61c}\\u{200e}\\u{200f}\\u{202a}\\u{202e}\\u{2066}\\u{2069}"],
])("%j on one line is %j", (text, line) => {
  expect(oneLine(text)).toBe(line);
  expect(oneLine(line)).toBe(line);
});

test("what can be seen stays: quotes, backslashes, any script, joined emoji", () => {
  const text = 'a "b" c\\d é 漢 👩‍👧';
  expect(oneLine(text)).toBe(text);
});

test("a quoted text has no quote and nothing invisible of its own", () => {
  expect(quotedText('a"b\\c\n\u200B')).toBe('"a\\"b\\\\c\\n\\u{200b}"');
});
