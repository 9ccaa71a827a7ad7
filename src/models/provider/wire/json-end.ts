const SPACE = new Set([" ", "\t", "\n", "\r"]);

/**
 * Hears an object or a list that comes in pieces, each of them once, and tells when it is closed. Only brackets and strings are looked at:
 * whether it is JSON is for a parser to say, once.
 */
export class JsonEnd {
  #depth = 0;
  #isBegun = false;
  #isString = false;
  #isEscaped = false;
  /** Something stands where nothing of one object or list can stand. */
  #isBroken = false;

  get isClosed(): boolean {
    return this.#isBegun && this.#depth === 0 && !this.#isBroken;
  }

  take(piece: string): void {
    for (let at = 0; at < piece.length && !this.#isBroken; at++) this.#character(piece[at] ?? "");
  }

  #character(character: string): void {
    if (this.#isString) {
      this.#isString = this.#isEscaped || character !== '"';
      this.#isEscaped = !this.#isEscaped && character === "\\";
    } else if (this.#depth === 0) this.#outside(character);
    else if (character === '"') this.#isString = true;
    else if (character === "{" || character === "[") this.#depth += 1;
    else if (character === "}" || character === "]") this.#depth -= 1;
  }

  #outside(character: string): void {
    if (SPACE.has(character)) return;
    if (this.#isBegun || (character !== "{" && character !== "[")) this.#isBroken = true;
    else {
      this.#isBegun = true;
      this.#depth = 1;
    }
  }
}
