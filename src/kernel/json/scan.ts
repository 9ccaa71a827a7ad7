/** A number literal that a JavaScript number would not keep as the contract's 0.3 does, by its place among all numbers. */
export interface CareNumber {
  readonly ordinal: number;
  readonly literal: string;
}

/** What one pass over well-formed JSON text tells that `JSON.parse` does not. */
export interface Scan {
  readonly colons: number;
  readonly depth: number;
  readonly care: readonly CareNumber[];
  /** A key starts with a digit: objects may then hold their keys in another order than the document. */
  readonly digitKey: boolean;
  /** A key is spelled with an escape: the native parser may take it for another key (docs/decisions/0008). */
  readonly escapedKey: boolean;
  /** An escaped surrogate stands without its other half. */
  readonly loneSurrogate: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Scans text that `JSON.parse` has accepted. One loop; strings are skipped by the native search, escapes looked at one by one. */
export function scanJson(text: string): Scan {
  const care: CareNumber[] = [];
  const length = text.length;
  let colons = 0;
  let depth = 0;
  let deepest = 0;
  let numbers = 0;
  let lastString = 0;
  let stringEscaped = false;
  let digitKey = false;
  let escapedKey = false;
  let loneSurrogate = false;
  let nextEscape = text.indexOf("\\");
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      lastString = at + 1;
      at = text.indexOf('"', lastString);
      stringEscaped = nextEscape >= 0 && nextEscape < at;
      if (!stringEscaped) continue;
      const end = escapedStringEnd(text, nextEscape);
      at = Math.abs(end);
      if (end < 0) loneSurrogate = true;
      nextEscape = text.indexOf("\\", at);
    } else if (unit === 0x3a) {
      colons += 1;
      const first = text.charCodeAt(lastString);
      if (first >= 0x30 && first <= 0x39) digitKey = true;
      if (stringEscaped) escapedKey = true;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const end = numberEnd(text, at);
      if (end < 0) care.push({ ordinal: numbers, literal: text.slice(at, -end) });
      numbers += 1;
      at = Math.abs(end) - 1;
    }
  }
  return { colons, depth: deepest, care, digitKey, escapedKey, loneSurrogate };
}

/** Where the number ends; negative when it needs care. Plain short decimals like `0.25` need none: every digit is exact. */
function numberEnd(text: string, start: number): number {
  let at = start;
  let digits = 0;
  let last = 0;
  let point = false;
  let plain = true;
  for (; ; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) {
      digits += 1;
      last = unit;
    } else if (unit === 0x2e) point = true;
    else if (unit === 0x65 || unit === 0x45) plain = false;
    else if (unit !== 0x2d && unit !== 0x2b) break;
  }
  return plain && digits <= 15 && (!point || last !== 0x30) ? at : -at;
}

/** The closing quote of a string whose first escape stands at `from`; negative when a surrogate in it is alone. */
function escapedStringEnd(text: string, from: number): number {
  let lone = false;
  let at = from;
  for (; text.charCodeAt(at) !== QUOTE; at++) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    at += 1;
    if (text.charCodeAt(at) !== 0x75) continue;
    const pair = surrogateAt(text, at + 1);
    if (pair < 0) lone = true;
    else at += pair;
  }
  return lone ? -at : at;
}

/** Characters to skip behind `\u` at `at`: 0 for a plain escape, 10 for a pair, -1 for a lone surrogate. */
function surrogateAt(text: string, at: number): number {
  const half = surrogateHalf(text, at);
  if (half === "none") return 0;
  if (half === "low" || text.charCodeAt(at + 4) !== BACKSLASH || text.charCodeAt(at + 5) !== 0x75) return -1;
  return surrogateHalf(text, at + 6) === "low" ? 10 : -1;
}

/** Which half of a surrogate pair the four hex digits at `at` are, by the first two of them. */
function surrogateHalf(text: string, at: number): "high" | "low" | "none" {
  const code = Number.parseInt(text.slice(at, at + 2), 16);
  return code < 0xd8 || code > 0xdf ? "none" : code < 0xdc ? "high" : "low";
}
