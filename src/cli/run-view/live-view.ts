import type { AgentEvent, PermissionAnswer, PermissionQuestion } from "#ports";
import { joinCells, oneLine } from "../render/rich/columns.ts";
import { answerText, deniedText } from "./approval.ts";
import { inputRow } from "./input-row.ts";
import { type Keyboard, openKeyboard } from "./keyboard.ts";
import type { Key } from "./keys.ts";
import { editLine, EMPTY_LINE, lineText, type TypedLine } from "./line-editor.ts";
import { LiveQuestion, type Size } from "./live-question.ts";
import { LiveScreen, type ScreenPort } from "./live-screen.ts";
import { RunPicture } from "./run-picture.ts";
import type { Asking, RunNotice, RunOpening, RunView, ViewHooks } from "./run-view.ts";
import type { Row } from "./running-calls.ts";
import { toolSummary } from "./tool-summary.ts";

/** A terminal, and whether somebody types at it. */
export interface LiveTerminal extends ScreenPort {
  readonly color: boolean;
  readonly hasKeyboard: boolean;
}

/** Often enough to look alive, seldom enough to cost nothing. */
const DRAW_MS = 40;
const CLOCK_MS = 1000;

/** A person at a terminal: what happens as it happens, questions, and what is typed meanwhile. */
export class LiveView implements RunView {
  readonly #terminal: LiveTerminal;
  readonly #hooks: ViewHooks;
  readonly #screen: LiveScreen;
  readonly #picture: RunPicture;
  #keyboard: Keyboard | undefined;
  #line: TypedLine = EMPTY_LINE;
  #queued: string[] = [];
  #question: LiveQuestion | undefined;
  #prompt: ((text: string | undefined) => void) | undefined;
  #due: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #isStopping = false;
  #isClosed = false;

  constructor(terminal: LiveTerminal, hooks: ViewHooks) {
    this.#terminal = terminal;
    this.#hooks = hooks;
    this.#screen = new LiveScreen(terminal);
    this.#picture = new RunPicture(() => this.#width());
    this.#clock = setInterval(() => this.#drawSoon(), CLOCK_MS);
    process.stdout.on("resize", this.#drawSoon);
    if (!terminal.hasKeyboard) return;
    this.#keyboard = openKeyboard({
      onKey: (key, isAlone) => this.#typed(key, isAlone),
      onGone: () => this.#gone(),
      write: terminal.write,
      onReturn: () => this.#draw(),
      marksPaste: true,
    });
  }

  preparing(what: string): void {
    this.#picture.preparing(what);
    this.#drawSoon();
  }

  begin(opening: RunOpening): void {
    this.#picture.begin(opening, performance.now());
    this.#drawSoon();
  }

  hear(event: AgentEvent): void | Promise<void> {
    this.#picture.hear(event, performance.now());
    this.#drawSoon();
    // What comes behind a question waits for its answer.
    if (this.#question !== undefined && event.kind !== "ToolOutput") return this.#question.answer.then(() => undefined);
  }

  notice(notice: RunNotice): void {
    this.#picture.notice(notice);
    this.#drawSoon();
  }

  async ask(question: PermissionQuestion, asking: Asking): Promise<PermissionAnswer | undefined> {
    if (this.#keyboard === undefined) {
      this.notice({ about: "denied", text: deniedText(question) });
      return undefined;
    }
    const open = new LiveQuestion(question, asking);
    this.#question = open;
    // Above the frame, and once: what does not fit on the screen is in what the terminal remembers.
    this.#picture.asked(open.rows(this.#size()));
    this.#draw();
    open.shown(performance.now());
    const answer = await open.answer;
    this.#question = undefined;
    this.#picture.answered(toolSummary(question.tool, question.args), answerText(answer, open.silence));
    this.#drawSoon();
    return answer;
  }

  next(): Promise<string | undefined> {
    const waiting = this.#queued.splice(0).join("\n\n");
    if (waiting !== "") {
      this.#picture.said(waiting);
      return Promise.resolve(waiting);
    }
    if (this.#keyboard === undefined || this.#isStopping) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#prompt = (text) => {
        this.#prompt = undefined;
        this.#line = EMPTY_LINE;
        if (text !== undefined) this.#picture.said(text);
        this.#draw();
        resolve(text);
      };
      this.#draw();
    });
  }

  told(text: string): void {
    this.#queued = this.#queued.filter((queued) => queued !== text);
    this.#picture.said(text);
    this.#drawSoon();
  }

  end(told?: string): void {
    this.#picture.end(told);
    this.#draw();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#picture.end();
    this.#draw();
    this.#screen.clear();
    this.#isClosed = true;
    clearInterval(this.#clock);
    clearTimeout(this.#due);
    process.stdout.off("resize", this.#drawSoon);
    this.#keyboard?.close();
  }

  #width(): number {
    // The last column stays free: terminals differ in what they do behind it.
    return Math.max(1, this.#terminal.columns() - 1);
  }

  #size(): Size {
    return { width: this.#width(), height: this.#terminal.rows() };
  }

  readonly #drawSoon = (): void => {
    if (this.#isClosed) return;
    this.#due ??= setTimeout(() => this.#draw(), DRAW_MS);
  };

  #draw(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#due);
    this.#due = undefined;
    const rows = this.#picture.takeRows().map((row) => this.#painted(row));
    const typed = inputRow(this.#line, this.#width());
    const isTyping = lineText(this.#line) !== "";
    const moving = this.#prompt === undefined ? this.#moving() : [promptHint(isTyping)];
    const frame = moving.map((row) => this.#painted(row));
    if (this.#prompt !== undefined || isTyping) this.#screen.draw(rows, [...frame, typed.text], typed.back);
    else this.#screen.draw(rows, frame);
  }

  #moving(): readonly Row[] {
    const queued = this.#queued.map((text): Row => [{ text: `queued: ${oneLine(text)}`, style: "dim" }]);
    const asked = this.#question?.prompt(this.#size(), lineText(this.#line) !== "") ?? [];
    const hint = this.#isStopping ? "stopping; Ctrl-C again ends now" : this.#keyboard && "Ctrl-C stops";
    const now = performance.now();
    const doing = this.#question === undefined ? undefined : "waiting for you";
    return [...this.#picture.moving(now), ...queued, ...asked, this.#picture.status(now, { doing, hint })];
  }

  #painted(row: Row): string {
    return joinCells(row, { paper: this.#terminal, width: this.#width() });
  }

  #typed(key: Key, isAlone: boolean): void {
    const pressed = { now: performance.now(), isAlone, line: lineText(this.#line) };
    if (key.kind === "interrupt") this.#interrupted();
    else if (this.#question?.press(key, pressed) === true) this.#line = EMPTY_LINE;
    else if (key.kind === "enter") this.#entered();
    else if (key.kind === "end" && lineText(this.#line) === "") this.#prompt?.(undefined);
    else this.#line = editLine(this.#line, key);
    this.#drawSoon();
  }

  #interrupted(): void {
    if (this.#prompt !== undefined) {
      if (lineText(this.#line) === "") this.#prompt(undefined);
      else this.#line = EMPTY_LINE;
      return;
    }
    this.#isStopping = true;
    this.#hooks.onStop("interrupted from the keyboard");
  }

  #entered(): void {
    const text = lineText(this.#line).trim();
    if (this.#prompt !== undefined) return this.#prompt(text === "" ? undefined : text);
    this.#line = EMPTY_LINE;
    if (text === "") return;
    this.#queued.push(text);
    this.#hooks.onText(text);
  }

  /** Nobody types any more: there is nobody left to ask. */
  #gone(): void {
    this.#question?.giveUp("gone");
    this.#prompt?.(undefined);
  }
}

function promptHint(isTyping: boolean): Row {
  return isTyping ? [] : [{ text: "what comes next? an empty line ends", style: "dim" }];
}
