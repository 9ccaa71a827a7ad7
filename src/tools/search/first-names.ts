import { byCodePoint } from "#kernel";

/** The first names in byte order of any number, whatever order they come in; memory holds twice that many. */
export class FirstNames {
  readonly #most: number;
  #names: string[] = [];
  #isCut = false;
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether there were more than are kept. */
  get isCut(): boolean {
    return this.#isCut || this.#names.length > this.#most;
  }

  add(name: string): void {
    this.#names.push(name);
    if (this.#names.length >= 2 * this.#most) this.#keepFirst();
  }

  sorted(): readonly string[] {
    this.#keepFirst();
    return this.#names;
  }

  #keepFirst(): void {
    this.#names.sort(byCodePoint);
    if (this.#names.length <= this.#most) return;
    this.#isCut = true;
    this.#names = this.#names.slice(0, this.#most);
  }
}
