import type { ByteSource } from "./byte-source.ts";
import { lineText } from "./line-text.ts";
import { PAGE_BYTES } from "./list-page.ts";
import { lossyText } from "./lossy-text.ts";

/** The longest line that is shown whole, in UTF-16 units. */
const LINE_UNITS = 2000;
/** Quotes and control characters grow when a page becomes JSON: this much of it passes the truncation of results whole. */
const JSON_BYTES = 30_000;

/** Whole lines of a text, as many as one page holds. */
export class PageLines {
  readonly #source: ByteSource;
  #bytes = 0;
  #jsonBytes = 0;
  readonly #texts: string[] = [];
  #clipped = 0;
  #lossy = false;
  constructor(source: ByteSource) {
    this.#source = source;
  }

  get count(): number {
    return this.#texts.length;
  }

  get clipped(): number {
    return this.#clipped;
  }

  /** Whether a byte was shown as U+FFFD. */
  get lossy(): boolean {
    return this.#lossy;
  }

  get content(): string {
    return this.#texts.join("");
  }

  /** Takes the line from `start` to `end`, whose line end is what follows up to `next`. False when the page is full: the line is not on it. */
  take({ start, end, next }: { readonly start: number; readonly end: number; readonly next: number }): boolean {
    const { text, hidden, valid } = lineText(this.#source, { start, end }, LINE_UNITS);
    const shown = hidden > 0 ? `${text}… [${hidden} bytes more in this line]` : text;
    const line = shown + lossyText(this.#source.readAt(end, next - end));
    const bytes = Buffer.byteLength(line);
    const jsonBytes = Buffer.byteLength(JSON.stringify(line));
    const full = this.#bytes + bytes > PAGE_BYTES || this.#jsonBytes + jsonBytes > JSON_BYTES;
    if (full && this.count > 0) return false;
    this.#texts.push(line);
    this.#bytes += bytes;
    this.#jsonBytes += jsonBytes;
    if (hidden > 0) this.#clipped += 1;
    if (!valid) this.#lossy = true;
    return true;
  }
}
