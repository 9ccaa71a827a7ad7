/**
 * What does something to a terminal or hides something from a person: control characters but line ends and tabs, separators of lines,
 * what turns the direction of text, and characters without a width in which whole sentences can be written unseen. The joiners stay: without
 * them words of some languages, and many emoji, would be others.
 */
const HARMFUL =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;

/** A text in which each character that acts or hides is written as `escape` says; line ends and tabs stay. */
export function escapeHarmful(text: string, escape: (character: string) => string): string {
  return text.replace(HARMFUL, escape);
}

/** A foreign text as it may be shown: well formed, and what acts or hides in it is escaped, so that nothing is lost. Line ends and tabs stay. */
export function harmlessText(text: string): string {
  return escapeHarmful(text.toWellFormed(), (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
