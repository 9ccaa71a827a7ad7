import { withoutKey } from "./key-traces.ts";

/** The most that a provider's own words take in a sentence of ours. */
const MOST_CHARACTERS = 500;
const HIDDEN = "[hidden]";

/** What looks like a key, whoever's: providers repeat half of the one that they refuse. */
const KEY_FORMS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|AIza|or|key)[-_][A-Za-z0-9_*.-]{6,}/g,
  /\bAIza[A-Za-z0-9_*-]{6,}/g,
  /\b[Bb]earer\s+\S+/g,
  /[^\s"']*\*{3,}[^\s"']*/g,
];

/** Takes keys out of a text that others wrote, and whatever a terminal would not show; bounded. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = withoutKey(clean, secret, HIDDEN);
  for (const form of KEY_FORMS) clean = clean.replaceAll(form, HIDDEN);
  clean = clean
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : clean;
}
