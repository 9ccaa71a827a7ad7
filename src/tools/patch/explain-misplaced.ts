import { clipText, quotedText } from "#kernel";
import { nearestText } from "../edit/explain-edit.ts";
import type { Hunk } from "./patch.ts";
import type { Misplaced } from "./place-hunks.ts";

/** How much of a line a message shows. */
export const SHOWN_UNITS = 40;

/** Which hunk has no place in a file and what it expected there, for the model to correct it. */
export function explainMisplaced(misplaced: Misplaced, hunks: readonly Hunk[]): string {
  const { hunk, why, expected, after, nearest } = misplaced;
  const context = hunks[hunk - 1]?.contexts.at(-1);
  const named = context === undefined ? `hunk ${hunk}` : `hunk ${hunk} (@@ ${clipText(context, SHOWN_UNITS)})`;
  const from = after === 0 ? "" : ` after line ${after}`;
  const shown = quotedText(clipText(expected, SHOWN_UNITS));
  switch (why) {
    case "work":
      return `was not patched: placing ${named} takes too long: split the patch or give more context`;
    case "context":
      return `was not patched: ${named} names a line that is not there${from}: ${shown}. ${hintFor(expected)}`;
    case "lines":
      return `was not patched: the lines of ${named} are not there${from}: ${shown}. ${nearestText(nearest, "the patch")}`;
    case "lines_at_end":
      return `was not patched: the file does not end with the lines of ${named}: ${shown}. ${nearestText(nearest, "the patch")}`;
    default:
      return why satisfies never;
  }
}

function hintFor(context: string): string {
  if (/^-\d+(?:,\d+)? \+\d/.test(context)) return "Line numbers mean nothing here: put a line of the file after @@";
  return "Copy one whole line of the file after @@";
}
