import type { PermissionAnswer, PermissionQuestion } from "#ports";
import { ANSWER_KEYS, answerOf, questionLines, READING_MS } from "./approval.ts";
import type { Key } from "./keys.ts";
import { wrappedRows } from "./row-flow.ts";
import type { Asking } from "./run-view.ts";
import type { Row } from "./running-calls.ts";

/** A question that is open on a screen, until a key or its time answers it. */
export class LiveQuestion {
  readonly #question: PermissionQuestion;
  readonly #asking: Asking;
  readonly #shown: number;
  readonly #answer = Promise.withResolvers<PermissionAnswer | undefined>();

  constructor(question: PermissionQuestion, asking: Asking, now: number) {
    this.#question = question;
    this.#asking = asking;
    this.#shown = now;
    asking.signal.addEventListener("abort", this.giveUp, { once: true });
  }

  /** Resolves once; undefined: nobody answered in time. */
  get answer(): Promise<PermissionAnswer | undefined> {
    return this.#answer.promise;
  }

  /** Nobody answers any more. */
  readonly giveUp = (): void => this.#settle(undefined);

  /** Takes a key; one that comes before anybody can have read the question, and every other one, answers nothing. */
  press(key: Key, now: number): void {
    const said = now - this.#shown < READING_MS ? undefined : answerOf(key);
    if (said !== undefined) this.#settle({ ...said, by: this.#asking.by });
  }

  /** The question whole, in rows that fit; where somebody is in the middle of a line, what has to be done first. */
  rows(width: number, isTyping: boolean): readonly Row[] {
    const rows = (line: string, more: { readonly style?: "yellow" }): readonly Row[] =>
      wrappedRows(line, width).map((text): Row => [{ text, ...more }]);
    return [
      ...rows("the agent wants to do this:", { style: "yellow" }),
      ...questionLines(this.#question).flatMap((line) => rows(line, {})),
      ...rows(`allow it?  ${isTyping ? "end your line first (Enter)" : ANSWER_KEYS}`, { style: "yellow" }),
    ];
  }

  #settle(answer: PermissionAnswer | undefined): void {
    this.#asking.signal.removeEventListener("abort", this.giveUp);
    this.#answer.resolve(answer);
  }
}
