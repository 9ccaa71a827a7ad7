import { displayWidth } from "../render/rich/display-width.ts";

/** Where a live screen writes, and how large it is at the moment. */
export interface ScreenPort {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly rows: () => number;
}

/** Takes colours out: they have no width. */
// oxlint-disable-next-line no-control-regex -- colours begin with an escape
const COLOURS = /\u001B\[\d+m/g;

/** Rows that stay, and below them a frame that is drawn over itself. Whatever else is written goes above the frame. */
export class LiveScreen {
  readonly #port: ScreenPort;
  /** How wide each row of the frame is that stands there now. */
  #drawn: readonly number[] = [];
  /** What was drawn last: the same is not drawn twice. */
  #last = "";

  constructor(port: ScreenPort) {
    this.#port = port;
  }

  /** Puts rows above the frame and draws the frame anew; the cursor stands so many cells before its end. */
  draw(rows: readonly string[], frame: readonly string[], cursorBack = 0): void {
    // A frame that is higher than the screen could not be drawn over.
    const shown = frame.slice(-Math.max(1, this.#port.rows() - 1));
    const back = cursorBack > 0 ? `\u001B[${cursorBack}D` : "";
    const last = `${this.#port.columns()} ${shown.join("\n")}${back}`;
    if (rows.length === 0 && last === this.#last) return;
    this.#last = last;
    this.#port.write(`${this.#erase()}${rows.map((row) => `${row}\n`).join("")}${shown.join("\n")}${back}`);
    this.#drawn = shown.map((row) => displayWidth(row.replaceAll(COLOURS, "")));
  }

  /** Takes the frame away. */
  clear(): void {
    const erase = this.#erase();
    this.#drawn = [];
    this.#last = "";
    if (erase !== "") this.#port.write(erase);
  }

  /** To the first cell of the frame, and nothing behind it. A screen that became narrower has broken its rows meanwhile. */
  #erase(): string {
    if (this.#drawn.length === 0) return "";
    const columns = Math.max(1, this.#port.columns());
    const height = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    return `\r${height > 1 ? `\u001B[${height - 1}A` : ""}\u001B[J`;
  }
}
