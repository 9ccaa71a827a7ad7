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
  return `"${text.replace(/["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu, escaped)}"`;
}

// C0 (ESC among it), DEL and C1; what ends a line; what turns the direction of text.
const UNRULY = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const EVERY_UNRULY = new RegExp(UNRULY, "gu");

/** A text that stays on one line and does nothing to a terminal: control characters are escaped, everything else is as it was. */
export function oneLine(text: string): string {
  return UNRULY.test(text) ? text.replace(EVERY_UNRULY, escaped) : text;
}

function escaped(character: string): string {
  return QUOTED[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
