const QUOTED: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

/** A text as errors quote it (the reference's way): what cannot be seen, control characters among it, is escaped. */
export function quotedText(text: string): string {
  const escaped = text.replace(/["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu, (character) => {
    return QUOTED[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return `"${escaped}"`;
}
