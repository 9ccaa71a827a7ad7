/** Trims as the contract's 0.5 does. Linear: a pattern anchored at the end would try every inner run of spaces again. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Whether trimming leaves a text as it is, and something of it. */
export function isTrimmed(text: unknown): boolean {
  return (
    typeof text === "string" &&
    text !== "" &&
    !isWhiteSpace(text.charCodeAt(0)) &&
    !isWhiteSpace(text.charCodeAt(text.length - 1))
  );
}

/** Unicode White_Space, which is not what `String.prototype.trim` removes: U+0085 counts, U+FEFF does not (contract 0.5). */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
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
