import { isUtf8 } from "node:buffer";
import type { Utf8 } from "#kernel";

/** UTF-8 by Node's own codec. */
export const utf8: Utf8 = {
  decode(bytes, start, end) {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    return isUtf8(part) ? part.toString("utf8") : undefined;
  },
  encode: (text) => Buffer.from(text, "utf8"),
};
