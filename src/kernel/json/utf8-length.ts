/** How many bytes a text has in UTF-8. The text is well formed, as everything read from JSON is. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair stands for two of its four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Where the character at a byte offset starts; the next one when the offset is inside a character. */
export function indexOfByte(text: string, bytes: number): number {
  let at = 0;
  for (let passed = 0; passed < bytes && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    passed += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return at;
}
