/** A text as part of an id: ASCII letters, digits, `-` and `_` only; `empty` when nothing is left. */
export function idToken(text: string, empty: string): string {
  // By code point: one character past U+FFFF becomes one `_`.
  const token = text.replace(/[^A-Za-z0-9_-]/gu, "_").toLowerCase();
  let start = 0;
  let end = token.length;
  while (start < end && token[start] === "_") start += 1;
  while (end > start && token[end - 1] === "_") end -= 1;
  return start === end ? empty : token.slice(start, end);
}
