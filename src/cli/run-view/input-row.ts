import { oneLine } from "../render/rich/columns.ts";
import { displayWidth, fittingPart } from "../render/rich/display-width.ts";
import type { TypedLine } from "./line-editor.ts";

/** The row that a line is typed in, and how far before its end the cursor stands. A long line shows the part around the cursor. */
export function inputRow(
  { before, after }: TypedLine,
  width: number,
): { readonly text: string; readonly back: number } {
  const room = Math.max(4, width - PROMPT.length - 1);
  const [left, right] = [shown(before), shown(after)];
  const kept = endPart(left, room);
  const behind = fitting(right, room - displayWidth(kept));
  return { text: `${PROMPT}${kept}${behind}`, back: displayWidth(behind) };
}

const PROMPT = "> ";

/** Line ends of a pasted text are shown, and end no row. */
function shown(text: string): string {
  return oneLine(text.replaceAll("\n", "⏎"));
}

function fitting(text: string, width: number): string {
  if (width <= 0 || text === "") return "";
  const part = fittingPart(text.slice(0, width * 8), width);
  return displayWidth(part) <= width ? part : "";
}

/** As much of the end of a text as fits, with a mark that something stands before it. */
function endPart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text.slice(-width * 8))];
  let kept = "";
  for (const { segment } of characters.toReversed()) {
    if (displayWidth(segment) + displayWidth(kept) > width - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}
