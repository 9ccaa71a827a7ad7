/** A number literal that a JavaScript number would not keep as the contract's 0.3 does, by its place among all numbers. */
export interface CareNumber {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
}

/** What one pass over well-formed JSON bytes tells that `JSON.parse` does not. */
export interface Scan {
  readonly colons: number;
  readonly depth: number;
  readonly care: readonly CareNumber[];
  /** A key starts with a digit: objects may then hold their keys in another order than the document. */
  readonly digitKey: boolean;
  /** An escaped surrogate stands without its other half. */
  readonly loneSurrogate: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Scans bytes that `JSON.parse` has accepted. One loop, no allocation but for the care numbers. */
export function scanJson(bytes: Uint8Array): Scan {
  const care: CareNumber[] = [];
  const length = bytes.length;
  let colons = 0;
  let depth = 0;
  let deepest = 0;
  let numbers = 0;
  let lastString = 0;
  let digitKey = false;
  let loneSurrogate = false;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      lastString = at + 1;
      for (at += 1; bytes[at] !== QUOTE; at++) {
        if (bytes[at] !== BACKSLASH) continue;
        at += 1;
        if (bytes[at] !== 0x75) continue;
        const pair = surrogateAt(bytes, at + 1);
        if (pair < 0) loneSurrogate = true;
        else at += pair;
      }
    } else if (byte === 0x3a) {
      colons += 1;
      const first = bytes[lastString] ?? 0;
      // An escaped first letter (`\u0031`) may be a digit too.
      if ((first >= 0x30 && first <= 0x39) || first === BACKSLASH) digitKey = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const end = numberEnd(bytes, at);
      if (end < 0) care.push({ ordinal: numbers, start: at, end: -end });
      numbers += 1;
      at = Math.abs(end) - 1;
    }
  }
  return { colons, depth: deepest, care, digitKey, loneSurrogate };
}

/** Where the number ends; negative when it needs care. Plain short decimals like `0.25` need none: every digit is exact. */
function numberEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  let digits = 0;
  let plain = true;
  let point = false;
  let byte = bytes[at] ?? 0;
  let last = 0;
  for (;;) {
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      last = byte;
    } else if (byte === 0x2e) point = true;
    else if (byte === 0x65 || byte === 0x45) plain = false;
    else if (byte !== 0x2d && byte !== 0x2b) break;
    at += 1;
    byte = bytes[at] ?? 0;
  }
  return plain && digits <= 15 && (!point || last !== 0x30) ? at : -at;
}

/** Bytes to skip behind `\u` at `at`: 0 for a plain escape, 10 for a pair, -1 for a lone surrogate. */
function surrogateAt(bytes: Uint8Array, at: number): number {
  if (((bytes[at] ?? 0) | 0x20) !== 0x64) return 0;
  const second = hexHalf(bytes[at + 1] ?? 0);
  if (second === "none") return 0;
  if (second === "low" || bytes[at + 4] !== BACKSLASH || bytes[at + 5] !== 0x75) return -1;
  if (((bytes[at + 6] ?? 0) | 0x20) !== 0x64) return -1;
  return hexHalf(bytes[at + 7] ?? 0) === "low" ? 10 : -1;
}

/** Which surrogate half a code unit `Dx..` belongs to, by its second digit. */
function hexHalf(byte: number): "high" | "low" | "none" {
  if (byte < 0x38) return "none";
  if (byte === 0x38 || byte === 0x39) return "high";
  const lower = byte | 0x20;
  return lower === 0x61 || lower === 0x62 ? "high" : "low";
}
