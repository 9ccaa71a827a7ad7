/** What others say while nobody listens waits here, in order. One reader. */
export class Inbox<T> {
  readonly #waiting: T[] = [];
  #wake: (() => void) | undefined;

  put(message: T): void {
    this.#waiting.push(message);
    this.#wake?.();
  }

  /** Everything that came since the last time; waits where that is nothing. */
  async take(): Promise<readonly T[]> {
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    return this.#waiting.splice(0);
  }
}
