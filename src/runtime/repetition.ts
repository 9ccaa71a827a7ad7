import type { ToolResultDraft } from "#kernel";
import type { DeskCall } from "#ports";

/** What one call of a turn was, and what came of it. */
interface Said {
  readonly call: DeskCall;
  readonly outcome: string;
  readonly shown: string;
}

/**
 * Counts turns in a row that made the same calls and got the same results. Only both together count: polling something that changes is
 * no loop (PEERS 10).
 */
export class Repetition {
  readonly #most: number;
  #last: readonly Said[] = [];
  #times = 0;
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a turn in. */
  note(calls: readonly DeskCall[], results: readonly ToolResultDraft[]): void {
    const said = calls.map((call, at): Said => {
      const { outcome = "", shown = "" } = results[at] ?? {};
      return { call, outcome, shown };
    });
    this.#times = isSame(said, this.#last) ? this.#times + 1 : 1;
    this.#last = said;
  }

  /** How often in a row, where it is too often; undefined else. Counted anew after it was told. */
  take(): number | undefined {
    if (this.#times < this.#most) return undefined;
    const times = this.#times;
    this.#times = 0;
    return times;
  }
}

/** Results first: they are texts that mostly differ, and arguments are written out to be compared. */
function isSame(said: readonly Said[], last: readonly Said[]): boolean {
  if (said.length !== last.length) return false;
  const alike = said.every(({ call, outcome, shown }, at) => {
    const other = last[at];
    return (
      other !== undefined &&
      call.tool.name === other.call.tool.name &&
      outcome === other.outcome &&
      shown === other.shown
    );
  });
  return alike && said.every(({ call }, at) => JSON.stringify(call.args) === JSON.stringify(last[at]?.call.args));
}
