/** The text of bytes; each that is no part of a character is shown as U+FFFD. A byte order mark stays. */
export function lossyText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}
