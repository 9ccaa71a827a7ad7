import { isUtf8 } from "node:buffer";
import type { Utf8 } from "#kernel";

/** UTF-8 by Node's own codec. */
export const utf8: Utf8 = {
  decode(bytes, start, end) {
    const part = partOf(bytes, start, end);
    return isUtf8(part) ? part.toString("utf8") : undefined;
  },
  isValid: (bytes, start, end) => isUtf8(partOf(bytes, start, end)),
  encode: (text) => Buffer.from(text, "utf8"),
};

function partOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}
