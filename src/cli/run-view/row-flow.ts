import { displayWidth, fittingPart } from "../render/rich/display-width.ts";
import { harmless } from "../render/paper.ts";

const TAB = "    ";
/** A look ahead that holds a row of any text that is worth a row. */
const UNITS_A_CELL = 8;

/** Text that comes in pieces, as rows of a screen: broken at words where that can be, and nothing of it commands the terminal. */
export class RowFlow {
  readonly #width: () => number;
  /** What is in no finished row yet. */
  #open = "";
  #isBegun = false;

  constructor(width: () => number) {
    this.#width = width;
  }

  /** The row that is not finished; undefined where there is none. */
  get open(): string | undefined {
    return this.#isBegun ? this.#open : undefined;
  }

  /** Takes a piece, and gives the rows that it finished. */
  push(text: string): readonly string[] {
    if (text === "") return [];
    const [first = "", ...others] = text.replaceAll("\r\n", "\n").split("\n");
    const rows = this.#grow(first);
    for (const line of others) rows.push(this.#finish(), ...this.#grow(line));
    this.#isBegun = others.length === 0 || this.#open !== "";
    return rows;
  }

  /** The text is over: its last row, if it has one. */
  end(): readonly string[] {
    return this.#isBegun ? [this.#finish()] : [];
  }

  #finish(): string {
    const row = this.#open;
    this.#open = "";
    this.#isBegun = false;
    return row.trimEnd();
  }

  /** Adds to the open row; rows that are full are given. */
  #grow(text: string): string[] {
    const width = Math.max(1, this.#width());
    const rows: string[] = [];
    let open = this.#open + harmless(text.replaceAll("\t", TAB));
    for (;;) {
      const ahead = open.slice(0, (width + 1) * UNITS_A_CELL);
      if (ahead.length === open.length && displayWidth(open) <= width) break;
      const row = brokenRow(ahead, width);
      rows.push(row.trimEnd());
      open = open.slice(row.length).replace(/^ +/, "");
    }
    this.#open = open;
    return rows;
  }
}

/** A text whole, as rows of a screen. */
export function wrappedRows(text: string, width: number): readonly string[] {
  const flow = new RowFlow(() => width);
  return [...flow.push(text), ...flow.end()];
}

/** As many whole words as fit; where the first word alone is too long, as much of it as fits. */
function brokenRow(text: string, width: number): string {
  const fitting = fittingPart(text, width);
  if (fitting.length === text.length || text[fitting.length] === " ") return fitting;
  const space = fitting.lastIndexOf(" ");
  return space <= 0 || fitting.slice(0, space).trim() === "" ? fitting : fitting.slice(0, space + 1);
}
