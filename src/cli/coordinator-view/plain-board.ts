import type { CoordinatorRow, WorkerLine } from "#ports";
import { harmless } from "../render/paper.ts";
import type { CoordinatorBoard } from "./coordinator-board.ts";
import { coordinatorText, workerText } from "./event-text.ts";

/** For pipes and files: a line each for what happens, as the reference prints them (contract 3.1). No escape codes. */
export class PlainBoard implements CoordinatorBoard {
  readonly #write: (text: string) => void;
  #ready: number | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  tell(row: CoordinatorRow): void {
    // A round is told where it sees something else to do than the one before.
    if (row.kind === "coordinator.pass") {
      if (row.totals.ready === this.#ready) return;
      this.#ready = row.totals.ready;
    }
    this.#line(coordinatorText(row));
  }

  passOn(_text: string, line: WorkerLine): void {
    this.#line(workerText(line));
  }

  /** A pipe needs no picture. */
  show(): void {}

  close(): void {}

  #line(text: string | undefined): void {
    if (text !== undefined) this.#write(`${harmless(text)}\n`);
  }
}
