import { harmless, paint, type Paper, type Style } from "../paper.ts";
import { cutToWidth, displayWidth } from "./display-width.ts";

/** One column of a table. */
export interface Column {
  readonly head: string;
  /** It takes what the others leave; one column of a table does. */
  readonly flexible?: true;
  /** It goes when the flexible one would become too narrow. */
  readonly optional?: true;
}

/** What stands at one place of a table. */
export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

const GAP = 2;
/** Below this a flexible column says too little. */
const NARROW = 24;

/** Text of an issue on one line of a terminal: it commands nothing and breaks no column. */
export function oneLine(text: string): string {
  return harmless(text.replaceAll("\t", " "));
}

/** A table of aligned columns: the head, then one line a row, none wider than the screen. */
export function layOutColumns(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { paper, width }: { readonly paper: Paper; readonly width: number },
): readonly string[] {
  const texts = rows.map((row) => row.map(({ text, style }) => ({ text: oneLine(text), style })));
  const widths = fittingWidths(columns, texts, width);
  const head = columns.map(({ head: text }): Cell => ({ text, style: "dim" }));
  return [head, ...texts].map((row) => line(row, widths, { paper, width }));
}

/** Cells one behind the other, coloured, not wider than the screen: what does not fit is cut. */
export function joinCells(
  cells: readonly Cell[],
  { paper, width }: { readonly paper: Pick<Paper, "color">; readonly width: number },
): string {
  let text = "";
  let left = width;
  for (const cell of cells) {
    const cut = cutToWidth(cell.text, left);
    text += cell.style === undefined || cut === "" ? cut : paint(paper, cell.style, cut);
    left -= displayWidth(cut);
  }
  return text;
}

/** The width of each column; 0 for one that is not shown. */
function fittingWidths(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
): readonly number[] {
  const natural = columns.map(({ head }, at) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[at]?.text ?? "")), displayWidth(head)),
  );
  // A single text that is longer than half the screen must not push the others off it.
  const capped = natural.map((cells, at) => (columns[at]?.flexible ? cells : Math.min(cells, Math.floor(width / 2))));
  const isEmpty = (at: number): boolean => rows.every((row) => (row[at]?.text ?? "") === "");
  const shown = capped.map((cells, at) => (columns[at]?.optional && isEmpty(at) ? 0 : cells));
  const left = leftFor(columns, shown, width);
  const fitting =
    left >= NARROW || left >= (natural[flexibleAt(columns)] ?? 0)
      ? shown
      : shown.map((cells, at) => (columns[at]?.optional ? 0 : cells));
  const rest = Math.max(1, leftFor(columns, fitting, width));
  return fitting.map((cells, at) => (columns[at]?.flexible ? Math.min(cells, rest) : cells));
}

function flexibleAt(columns: readonly Column[]): number {
  return columns.findIndex(({ flexible }) => flexible);
}

function leftFor(columns: readonly Column[], widths: readonly number[], width: number): number {
  const others = widths.filter((cells, at) => cells > 0 && columns[at]?.flexible === undefined);
  return others.reduce((left, cells) => left - cells - GAP, width);
}

/** One line. Cells are cut before they are coloured: a colour has no width. The last one is not padded. */
function line(
  cells: readonly Cell[],
  widths: readonly number[],
  { paper, width }: { readonly paper: Paper; readonly width: number },
): string {
  let text = "";
  let left = width;
  for (const [at, cell] of cells.entries()) {
    const room = Math.min(widths[at] ?? 0, left);
    if (room <= 0) continue;
    const cut = cutToWidth(cell.text, room);
    const blanks = " ".repeat(room - displayWidth(cut) + GAP);
    text += (cell.style === undefined || cut === "" ? cut : paint(paper, cell.style, cut)) + blanks;
    left -= room + GAP;
  }
  return text.trimEnd();
}
