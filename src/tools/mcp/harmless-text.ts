import { clipText } from "#kernel";

/**
 * What does something to a terminal or hides something from a person: control characters but line ends and tabs, separators of lines,
 * what turns the direction of text, and characters without a width in which whole sentences can be written unseen. The joiners stay: without
 * them words of some languages, and many emoji, would be others.
 */
const HARMFUL =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;

/** A foreign text as it may be shown to a model and a person: well formed, and what acts or hides in it is escaped, so that nothing is lost. */
export function harmlessText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(HARMFUL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, of at most so many UTF-16 units. */
export function harmlessClip(text: string, limit: number): string {
  return clipText(harmlessText(clipText(text, limit)), limit);
}
