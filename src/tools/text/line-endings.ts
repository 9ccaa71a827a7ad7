import type { LineEndings } from "../edit/text-file.ts";

/** Line ends as bytes go by in parts. */
export class EndingsSeen {
  #lf = false;
  #crlf = false;
  #bare = false;

  /** One `\n` went by. */
  line(afterReturn: boolean): void {
    if (afterReturn) this.#crlf = true;
    else this.#lf = true;
  }

  /** A `\r` without a `\n` went by. */
  bareReturn(): void {
    this.#bare = true;
  }

  get answer(): LineEndings {
    if (this.#bare || (this.#lf && this.#crlf)) return "mixed";
    if (this.#crlf) return "crlf";
    return this.#lf ? "lf" : "none";
  }
}
