import { exactLine } from "#host";
import type { Timestamp } from "#kernel";
import type { CoordinatorRow } from "#ports";
import type { CoordinatorBoard } from "./coordinator-board.ts";

/** For programs: what the coordinator says as rows (`tusk schema tusk.coordinator.row.v1`), what workers say as they said it, one JSON object a line. */
export class JsonBoard implements CoordinatorBoard {
  readonly #write: (text: string) => void;
  #seq = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  tell(row: CoordinatorRow, at: Timestamp): void {
    const line = { schema: 1, kind: "tusk.coordinator.row.v1", seq: this.#seq, at, row };
    this.#seq += 1;
    this.#write(`${exactLine(line)}\n`);
  }

  passOn(text: string): void {
    this.#write(`${text}\n`);
  }

  /** A program reads rows. */
  show(): void {}

  close(): void {}
}
