/** UTF-8 as a value given to the kernel, which has no text codec of its own. */
export interface Utf8 {
  /** The text of `bytes[start, end)`, or undefined when those bytes are not UTF-8. A BOM stays in the text. */
  decode(bytes: Uint8Array, start: number, end: number): string | undefined;
  /** Whether `bytes[start, end)` are UTF-8, without making a text of them. */
  isValid(bytes: Uint8Array, start: number, end: number): boolean;
  /** The bytes of a text. Callers check first that it has no lone surrogate. */
  encode(text: string): Uint8Array;
}
