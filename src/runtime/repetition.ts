import type { DeskCall } from "#ports";
import type { ToolResultDraft } from "#kernel";

/**
 * Counts turns in a row that made the same calls and got the same results. Only both together count: polling something that changes is
 * no loop (PEERS 10).
 */
export class Repetition {
  readonly #most: number;
  #last = "";
  #times = 0;
  constructor(most: number) {
    this.#most = most;
  }

  /** How often in a row, where it is too often; undefined else. Counted anew after it was told. */
  note(calls: readonly DeskCall[], results: readonly ToolResultDraft[]): number | undefined {
    const said = calls.map(({ tool, args }) => [tool.name, args]);
    const key = JSON.stringify([said, results.map(({ outcome, shown }) => [outcome, shown])]);
    this.#times = key === this.#last ? this.#times + 1 : 1;
    this.#last = key;
    if (this.#times < this.#most) return undefined;
    const times = this.#times;
    this.#times = 0;
    return times;
  }
}
