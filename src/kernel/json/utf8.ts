/** UTF-8 as a value given to the kernel, which has no text codec of its own. */
export interface Utf8 {
  /** The text of `bytes[start, end)`, or undefined when those bytes are not UTF-8. A BOM stays in the text. */
  decode(bytes: Uint8Array, start: number, end: number): string | undefined;
  /** The bytes of a text. Callers check first that it has no lone surrogate. */
  encode(text: string): Uint8Array;
}
