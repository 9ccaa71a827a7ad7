import { paint, type Style } from "../paper.ts";
import { type Cell, oneLine } from "./columns.ts";
import type { RichPaper } from "./rich-paper.ts";

interface State {
  readonly mark: string;
  readonly style: Style;
}

/** How the states that mean something look; every other status is plain. */
const STATES: ReadonlyMap<string, State> = new Map([
  ["open", { mark: "○", style: "green" }],
  ["in_progress", { mark: "●", style: "yellow" }],
  ["blocked", { mark: "■", style: "red" }],
  ["closed", { mark: "✓", style: "dim" }],
]);

/** The colour of a status; undefined for one that only its owner knows. */
export function statusStyle(status: string): Style | undefined {
  return STATES.get(status)?.style;
}

/** The most urgent stand out. */
export function priorityStyle(priority: number): Style | undefined {
  return priority <= 0 ? "red" : priority === 1 ? "yellow" : undefined;
}

/** A status in its colour, `missing` for none. */
export function statusCell(status: string | null): Cell {
  return status === null ? { text: "missing", style: "red" } : { text: oneLine(status), style: statusStyle(status) };
}

/** The same as text. */
export function statusText(status: string | null, paper: RichPaper): string {
  const { text, style } = statusCell(status);
  return style === undefined ? text : paint(paper, style, text);
}

/** Whether a status has a mark of its own. */
export function isMarked(status: string): boolean {
  return STATES.has(status);
}

/** The mark of a status before an id; nothing on a screen that draws only letters. */
export function markCell(status: string | null, { screen }: RichPaper): Cell {
  if (!screen.boxes) return { text: "" };
  const { mark, style } = (status === null ? undefined : STATES.get(status)) ?? { mark: "?", style: "cyan" };
  return { text: `${mark} `, style };
}
