import type { Utf8 } from "../json/utf8.ts";

/** Why a file can be no issue file at all, in the contract's words (memory 1.1). */
export type Corruption = "contains NUL byte(s)" | "contains non-UTF-8 byte sequence(s)";

/**
 * What no issue file may contain; NUL is looked for first. A character that ends where the file ends is no corruption but a torn tail: a
 * writer died in the middle of it.
 */
export function findCorruption(bytes: Uint8Array, utf8: Utf8): Corruption | undefined {
  if (bytes.includes(0)) return "contains NUL byte(s)";
  const end = bytes.length - tornCharacter(bytes);
  return utf8.isValid(bytes, 0, end) ? undefined : "contains non-UTF-8 byte sequence(s)";
}

/** How many bytes at the end begin a character that is not complete. */
function tornCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
  }
  return 0;
}

/** How many bytes a character has that begins so; 0 when none does. */
function characterLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
