/** One event of a stream. */
export interface SseEvent {
  /** `message` where the stream does not name it. */
  readonly name: string;
  readonly data: string;
}

const LF = 10;
const CR = 13;

/** Takes events out of a stream of text, wherever it is cut: lines end with LF, CR or both; comments and other fields are passed over. */
export class SseReader {
  /** The pieces of a line that has not ended: put together once, however small they are. */
  #pieces: string[] = [];
  /** A line ended with CR: an LF right behind it belongs to it. */
  #isAfterCr = false;
  #name = "";
  #data: string[] = [];

  /** The events that the text closes. */
  *take(text: string): Generator<SseEvent, void, undefined> {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === LF && at === start && this.#isAfterCr) {
        this.#isAfterCr = false;
        start = at + 1;
      } else if (unit === LF || unit === CR) {
        const event = this.#line(this.#ended(text.slice(start, at)));
        this.#isAfterCr = unit === CR;
        start = at + 1;
        if (event !== undefined) yield event;
      } else this.#isAfterCr = false;
    }
    if (start < text.length) this.#pieces.push(text.slice(start));
  }

  /** The event at the end: servers forget the empty line behind the last one. */
  *end(): Generator<SseEvent, void, undefined> {
    this.#isAfterCr = false;
    yield* this.take("\n\n");
  }

  #ended(piece: string): string {
    if (this.#pieces.length === 0) return piece;
    this.#pieces.push(piece);
    const line = this.#pieces.join("");
    this.#pieces = [];
    return line;
  }

  #line(line: string): SseEvent | undefined {
    if (line === "") return this.#close();
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
    if (field === "data") this.#data.push(value);
    if (field === "event") this.#name = value;
    return undefined;
  }

  #close(): SseEvent | undefined {
    const data = this.#data;
    const name = this.#name === "" ? "message" : this.#name;
    this.#data = [];
    this.#name = "";
    return data.length === 0 ? undefined : { name, data: data.join("\n") };
  }
}
