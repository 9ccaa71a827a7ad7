import type { LineRow } from "./search-rows.ts";
import type { ListWindow } from "../text/list-page.ts";

/** A line that fits, with the lines beside it. */
export interface Hit {
  readonly row: LineRow;
  readonly before: readonly LineRow[];
  readonly after: readonly LineRow[];
}

interface GrowingHit extends Hit {
  readonly after: LineRow[];
}

/** Counts lines that fit and keeps those of one page; holds no others, however many there are. */
export class HitPage {
  readonly #window: ListWindow;
  readonly #context: number;
  #total = 0;
  #kept: GrowingHit[] = [];
  /** Kept hits whose lines behind them may still come. */
  #open: GrowingHit[] = [];
  /** The last rows of the file, as many as may stand before a hit. */
  #recent: LineRow[] = [];
  constructor(window: ListWindow, context: number) {
    this.#window = window;
    this.#context = context;
  }

  get total(): number {
    return this.#total;
  }

  add(row: LineRow): void {
    if (this.#recent[0]?.file !== row.file) {
      this.#recent = [];
      this.#open = [];
    }
    this.#open = this.#open.filter(({ row: hit }) => row.line <= hit.line + this.#context);
    for (const { after } of this.#open) after.push(row);
    if (row.isMatch) this.#count(row);
    this.#recent.push(row);
    if (this.#recent.length > Math.max(1, this.#context)) this.#recent.shift();
  }

  /** The hits of the page since the last time. */
  takeKept(): readonly Hit[] {
    const kept = this.#kept;
    this.#kept = [];
    this.#open = [];
    this.#recent = [];
    return kept;
  }

  #count(row: LineRow): void {
    const { offset, limit } = this.#window;
    if (this.#total >= offset && this.#total < offset + limit) {
      const before = this.#recent.filter(({ line }) => line >= row.line - this.#context);
      const hit: GrowingHit = { row, before, after: [] };
      this.#kept.push(hit);
      this.#open.push(hit);
    }
    this.#total += 1;
  }
}
