import type { PermissionAnswer, PermissionQuestion } from "#ports";
import { ANSWER_KEYS, answerText, type Silence } from "./approval.ts";
import { DeliberateAnswer, type Pressed } from "./deliberate-answer.ts";
import type { Key } from "./keys.ts";
import { questionLines } from "./question-lines.ts";
import { wrappedRows } from "./row-flow.ts";
import type { Asking } from "./run-view.ts";
import type { Row } from "./running-calls.ts";

/** How large the screen is. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where there is no room for what the keys mean: that was printed. */
const SHORT_KEYS = "y/s/n/N, Enter";
/** Rows of the screen that the question does not get. */
const OTHER_ROWS = 3;

/** A question that is open on a screen, until a letter and Enter, or its time, answer it. */
export class LiveQuestion {
  readonly #question: PermissionQuestion;
  readonly #asking: Asking;
  readonly #answer = Promise.withResolvers<PermissionAnswer | undefined>();
  /** Absent until the question was printed: nobody answers what nobody can have seen. */
  #said: DeliberateAnswer | undefined;
  #printed = 0;
  #silence: Silence = "late";

  constructor(question: PermissionQuestion, asking: Asking) {
    this.#question = question;
    this.#asking = asking;
    asking.signal.addEventListener("abort", this.#over, { once: true });
  }

  /** Resolves once; undefined: nobody answered. */
  get answer(): Promise<PermissionAnswer | undefined> {
    return this.#answer.promise;
  }

  /** Why nobody answered, where nobody did. */
  get silence(): Silence {
    return this.#silence;
  }

  /** Nobody answers any more. */
  giveUp(silence: Silence): void {
    this.#silence = silence;
    this.#settle(undefined);
  }

  /** The question in rows that fit, to stay on the screen and in what it remembers. */
  rows({ width, height }: Size): readonly Row[] {
    const keys = isSmall({ width, height }) ? [`  ${ANSWER_KEYS}`] : [];
    const lines = [...questionLines(this.#question), ...keys];
    const rows = [
      ...wrappedRows("the agent wants to do this:", width).map((text): Row => [{ text, style: "yellow" }]),
      ...lines.flatMap((line) => hangingRows(line, width)).map((text): Row => [{ text }]),
    ];
    this.#printed = rows.length;
    return rows;
  }

  /** Its rows are on the screen since then. */
  shown(now: number): void {
    this.#said = new DeliberateAnswer(now);
  }

  /** Takes a key. True: what stands in the line was about this question, and is used up. */
  press(key: Key, pressed: Pressed): boolean {
    const said = this.#said?.press(key, pressed);
    if (said === undefined) return false;
    if (said !== "none") this.#settle({ ...said, by: this.#asking.by });
    return true;
  }

  /** What is to be done: the keys, or what comes first; and a sign where the question does not fit on the screen. */
  prompt(size: Size, isTyping: boolean): readonly Row[] {
    const { width, height } = size;
    const asked = wrappedRows(`allow it?  ${this.#todo(size, isTyping)}`, width);
    const isHigher = this.#printed + asked.length + OTHER_ROWS > height;
    const sign = isHigher ? wrappedRows(`${this.#printed} rows above: scroll up`, width) : [];
    return [...sign, ...asked].map((text): Row => [{ text, style: "yellow" }]);
  }

  #todo(size: Size, isTyping: boolean): string {
    const letter = this.#said?.letter;
    if (letter !== undefined) return `Enter: ${answerText(letter)}`;
    if (isTyping) return "end your line first (Enter)";
    const keys = isSmall(size) ? SHORT_KEYS : ANSWER_KEYS;
    return this.#said?.wasTooQuick === true ? `too quick, once more: ${keys}` : keys;
  }

  readonly #over = (): void => this.giveUp(isLate(this.#question) ? "late" : "stopped");

  #settle(answer: PermissionAnswer | undefined): void {
    this.#asking.signal.removeEventListener("abort", this.#over);
    this.#answer.resolve(answer);
  }
}

/** Timers and clocks may differ by so much. */
const LEEWAY_MS = 1000;

/** Whoever takes a question back before its time is over was stopped. */
function isLate({ expiresAt }: PermissionQuestion): boolean {
  return Date.now() >= Date.parse(expiresAt) - LEEWAY_MS;
}

/** Whether the keys and what they mean would take too much of the screen. */
function isSmall({ width, height }: Size): boolean {
  return wrappedRows(`allow it?  ${ANSWER_KEYS}`, width).length > Math.max(1, height / 2);
}

const MOST_INDENT = 4;

/** A line in rows that all stand as far in as its beginning: nothing of a call looks like a line of the question. */
function hangingRows(line: string, width: number): readonly string[] {
  const lead = Math.min(MOST_INDENT, line.length - line.trimStart().length);
  const indent = Math.min(lead, Math.floor(width / 3));
  const rows = wrappedRows(line.slice(lead), width - indent);
  return (rows.length === 0 ? [""] : rows).map((row) => " ".repeat(indent) + row);
}
