/** A line that is longer is given in pieces. */
const MOST_CHARS = 4096;

/** Takes text in any pieces and gives whole lines, each with a prefix: what several say beside each other stays readable. */
export class PrefixedLines {
  readonly #prefix: string;
  readonly #write: (text: string) => void;
  #open = "";

  constructor(prefix: string, write: (text: string) => void) {
    this.#prefix = prefix;
    this.#write = write;
  }

  add(text: string): void {
    const lines = `${this.#open}${text}`.split("\n");
    this.#open = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
    if (this.#open.length > MOST_CHARS) this.end();
  }

  /** Gives what has no line end yet. */
  end(): void {
    if (this.#open !== "") this.#line(this.#open);
    this.#open = "";
  }

  #line(line: string): void {
    this.#write(`${this.#prefix}${line}\n`);
  }
}
