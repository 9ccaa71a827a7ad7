/** Unicode White_Space, which is not what `String.prototype.trim` removes: U+0085 counts, U+FEFF does not (contract 0.5). */
const EDGES =
  /^[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+|[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+$/g;

/** Trims as the contract's 0.5 does. */
export function trimmed(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  // Most texts start and end with a printable ASCII character: nothing to do.
  if (first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f) return text;
  return text.replace(EDGES, "");
}

/** The trimmed text, or undefined when nothing is left or nothing was given. */
export function present(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  const rest = trimmed(text);
  return rest === "" ? undefined : rest;
}

/** Lower-cases ASCII letters only (contract 0.5). */
export function asciiLower(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}
