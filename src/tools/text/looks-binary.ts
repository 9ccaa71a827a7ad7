import { characterLength } from "./char-border.ts";

/** How much of a file is looked at to tell text from anything else. */
export const HEAD_BYTES = 8192;
/** A text in another encoding still has most of its bytes in common with UTF-8. */
const INVALID_SHARE = 0.1;

/** Whether the first bytes of a file (at most {@link HEAD_BYTES}) are no text: a NUL, UTF-16, or more than a tenth that is no UTF-8. */
export function looksBinary(head: Uint8Array): boolean {
  if (head.includes(0)) return true;
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return invalidBytes(head) > head.length * INVALID_SHARE;
}

/** How many of these bytes are part of no character of UTF-8. */
export function invalidBytes(bytes: Uint8Array): number {
  let invalid = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length === 1 && (bytes[at] ?? 0) >= 0x80) invalid += 1;
    at += length;
  }
  return invalid;
}
