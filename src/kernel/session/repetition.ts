import { canonicalJson } from "../digest/canonical.ts";
import type { ToolRequestDraft } from "../turn/tool-requests.ts";
import type { ToolResultDraft } from "../turn/tool-results.ts";

/** What one call of a turn was, and what came of it. */
interface Said {
  readonly request: ToolRequestDraft;
  readonly outcome: string;
  readonly shown: string;
}

/**
 * Counts turns in a row that made the same calls and got the same results, over all runs of a session. Only both together count: polling
 * something that changes is no loop (PEERS 10).
 */
export class Repetition {
  #last: readonly Said[] = [];
  #times = 0;

  /** How often in a row. */
  get times(): number {
    return this.#times;
  }

  /** Takes a turn in whose calls have ended. */
  note(requests: readonly ToolRequestDraft[], results: readonly ToolResultDraft[]): void {
    const said = requests.map((request): Said => {
      const { outcome = "", shown = "" } = results.find((row) => row.toolCallId === request.toolCallId) ?? {};
      return { request, outcome, shown };
    });
    this.#times = isSame(said, this.#last) ? this.#times + 1 : 1;
    this.#last = said;
  }

  /** Somebody was told: it is counted anew. */
  told(): void {
    this.#times = 0;
  }
}

/** Results first: they are texts that mostly differ, and arguments are written out to be compared. */
function isSame(said: readonly Said[], last: readonly Said[]): boolean {
  if (said.length !== last.length) return false;
  const alike = said.every(({ request, outcome, shown }, at) => {
    const other = last[at];
    return request.toolName === other?.request.toolName && outcome === other.outcome && shown === other.shown;
  });
  return alike && said.every(({ request }, at) => argumentsOf(request) === argumentsOf(last[at]?.request));
}

/** Canonical: a row that was read back has its members in another order. */
function argumentsOf(request: ToolRequestDraft | undefined): string {
  return request === undefined ? "" : canonicalJson(request.args);
}
