import { characterLength } from "../text/char-border.ts";
import { lossyText } from "../text/lossy-text.ts";
import { neutralise } from "./neutralise.ts";

/** The longest line that is told whole, in bytes. */
export const LINE_BYTES: number = 8 * 1024;
const NEWLINE = 0x0a;

/** Tells lines as their bytes come, neutralised; of a longer one its first {@link LINE_BYTES} and `…`. A line of any length takes the same memory. */
export class LineFeed {
  readonly #onLine: (line: string) => void;
  readonly #pending: Buffer = Buffer.allocUnsafe(LINE_BYTES);
  #length = 0;
  #isLonger = false;
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  add(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#endLine(bytes, start, end);
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
  }

  /** The bytes are over; a last line without a line end is told. */
  end(): void {
    if (this.#length > 0) this.#tell();
  }

  #endLine(bytes: Buffer, start: number, end: number): void {
    // Most lines come whole, and need not be put together.
    if (this.#length === 0 && end - start <= LINE_BYTES) this.#onLine(neutralise(bytes.toString("utf8", start, end)));
    else {
      this.#keep(bytes.subarray(start, end));
      this.#tell();
    }
  }

  #keep(bytes: Uint8Array): void {
    const room = LINE_BYTES - this.#length;
    if (bytes.length > room) this.#isLonger = true;
    const kept = bytes.subarray(0, room);
    this.#pending.set(kept, this.#length);
    this.#length += kept.length;
  }

  #tell(): void {
    const bytes = this.#pending.subarray(0, this.#length);
    const line = this.#isLonger ? `${neutralise(lossyText(wholeCharacters(bytes)))}…` : neutralise(lossyText(bytes));
    this.#length = 0;
    this.#isLonger = false;
    this.#onLine(line);
  }
}

/** These bytes without a character at their end that is not all there. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let at = Math.max(0, bytes.length - 3); at < bytes.length; at++)
    if (at + characterLength(bytes, at) > bytes.length) return bytes.subarray(0, at);
  return bytes;
}
