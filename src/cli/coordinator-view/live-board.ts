import type { Timestamp } from "#kernel";
import type { CoordinatorPicture, CoordinatorRow, WorkerLine } from "#ports";
import { LiveScreen, type ScreenPort } from "../run-view/live-screen.ts";
import { wrappedRows } from "../run-view/row-flow.ts";
import { boardRows } from "./board.ts";
import type { CoordinatorBoard } from "./coordinator-board.ts";
import { coordinatorText, workerText } from "./event-text.ts";

/** A terminal, and what the time is. */
export interface BoardTerminal extends ScreenPort {
  readonly color: boolean;
  readonly now: () => Timestamp;
}

/** Often enough to look alive, seldom enough to cost nothing. */
const DRAW_MS = 60;
const CLOCK_MS = 1000;

/** A person at a terminal: what happened above, and below it a board that moves. */
export class LiveBoard implements CoordinatorBoard {
  readonly #terminal: BoardTerminal;
  readonly #screen: LiveScreen;
  readonly #since: Timestamp;
  readonly #clock: NodeJS.Timeout;
  #rows: string[] = [];
  #picture: CoordinatorPicture | undefined;
  #due: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(terminal: BoardTerminal) {
    this.#terminal = terminal;
    this.#screen = new LiveScreen(terminal);
    this.#since = terminal.now();
    this.#clock = setInterval(() => this.#drawSoon(), CLOCK_MS);
    process.stdout.on("resize", this.#drawSoon);
  }

  tell(row: CoordinatorRow): void {
    // The board has the numbers.
    if (row.kind !== "coordinator.pass") this.#line(coordinatorText(row));
  }

  passOn(_text: string, line: WorkerLine): void {
    this.#line(workerText(line));
  }

  show(picture: CoordinatorPicture): void {
    this.#picture = picture;
    this.#drawSoon();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#picture = undefined;
    this.#draw();
    this.#screen.clear();
    this.#isClosed = true;
    clearInterval(this.#clock);
    clearTimeout(this.#due);
    process.stdout.off("resize", this.#drawSoon);
  }

  #line(text: string | undefined): void {
    if (text === undefined) return;
    this.#rows.push(...wrappedRows(text.replaceAll("\n", " "), this.#width()));
    this.#drawSoon();
  }

  #width(): number {
    // The last column stays free: terminals differ in what they do behind it.
    return Math.max(1, this.#terminal.columns() - 1);
  }

  readonly #drawSoon = (): void => {
    if (this.#isClosed) return;
    this.#due ??= setTimeout(() => this.#draw(), DRAW_MS);
  };

  #draw(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#due);
    this.#due = undefined;
    const { color, now } = this.#terminal;
    const setting = { now: now(), since: this.#since, width: this.#width(), color };
    const frame = this.#picture === undefined ? [] : boardRows(this.#picture, setting);
    this.#screen.draw(this.#rows.splice(0), frame);
  }
}
