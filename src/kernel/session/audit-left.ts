import { canonicalJson } from "../digest/canonical.ts";
import type { JoinClosedRow, SessionEvent } from "./session-event.ts";
import type { SessionState } from "./session-state.ts";

/** What is left of the budget by the rows, held against what a closed turn says of it (M14, R05). */
export class AuditedLeft {
  /** What was left when the turn's view may have been taken: what sub-agents and people say late may stand behind that. */
  #lefts: string[] = [];

  /** After each row, what the rows come to. */
  note({ kind }: SessionEvent, { budget }: SessionState): void {
    if (budget === undefined) return;
    if (kind !== "budget.returned" && kind !== "child.closed" && kind !== "approval.answered") this.#lefts = [];
    this.#lefts.push(canonicalJson({ ...budget.left }));
  }

  /** Before the row of a closed turn is taken in. */
  problemOf({ step, closing }: JoinClosedRow): string | undefined {
    const own = closing.stateViews.find(({ viewId }) => viewId === "run");
    if (own === undefined) return "it does not say what is left of the budget";
    const said = canonicalJson(own.view);
    const isSo = this.#lefts.some((left) => said === `{"left":${left},"step":${step}}`);
    return isSo ? undefined : `by the rows ${this.#lefts.at(-1) ?? "nothing"} is left of the budget, it says ${said}`;
  }
}
