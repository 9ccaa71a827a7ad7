import { exactLine } from "#host";
import type { AgentEvent, PermissionAnswer, PermissionQuestion } from "#ports";
import { deniedText } from "./approval.ts";
import { askPlainly } from "./ask-plainly.ts";
import type { PlainStreams } from "./plain-view.ts";
import type { Asking, RunNotice, RunOpening, RunView, ViewHooks } from "./run-view.ts";

/** What every line names. */
const SCHEMA = "tusk.run.v1";

/** For programs: every event one JSON object on a line of standard output, and nothing else there (`tusk schema tusk.run.v1`). */
export class JsonView implements RunView {
  readonly #streams: Pick<PlainStreams, "text" | "rest" | "canAsk">;
  readonly #hooks: ViewHooks;

  constructor(streams: Pick<PlainStreams, "text" | "rest" | "canAsk">, hooks: ViewHooks) {
    this.#streams = streams;
    this.#hooks = hooks;
  }

  /** A program needs no patience. */
  preparing(): void {}

  begin(opening: RunOpening): void {
    this.#line({ kind: "RunStarted", ...opening });
  }

  hear(event: AgentEvent): void {
    this.#line(event);
  }

  notice({ about, text }: RunNotice): void {
    this.#line({ kind: "Notice", about, text });
  }

  async ask(question: PermissionQuestion, asking: Asking): Promise<PermissionAnswer | undefined> {
    const { canAsk, rest } = this.#streams;
    if (canAsk) return askPlainly(question, asking, { write: rest, onStop: this.#hooks.onStop });
    this.notice({ about: "denied", text: deniedText(question) });
    return undefined;
  }

  next(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Nobody types at a program. */
  told(): void {}

  /** The end is the answer of the command, which prints it. */
  end(): void {}

  close(): void {}

  #line(members: object): void {
    this.#streams.text(`${exactLine({ schema: SCHEMA, ...members })}\n`);
  }
}
