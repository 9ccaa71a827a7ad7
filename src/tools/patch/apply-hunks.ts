import type { LineChange } from "../edit/diff-excerpt.ts";
import type { Hunk } from "./patch.ts";
import { type Misplaced, type PlacedHunk, placeHunks } from "./place-hunks.ts";
import { MATCH_FORMS, type MatchForm, type SearchBudget } from "./seek-lines.ts";
import { firstEnd, type SourceLine, sourceLines } from "./source-lines.ts";

/** A text after its hunks, or the hunk that has no place in it. */
export type HunksApplied =
  | {
      readonly ok: true;
      readonly text: string;
      readonly added: number;
      readonly removed: number;
      /** The loosest form in which a hunk was found. */
      readonly match: MatchForm;
      readonly changes: readonly LineChange[];
    }
  | { readonly ok: false; readonly misplaced: Misplaced };

/**
 * Applies all hunks to one text, or none. Lines that stay keep their own bytes, also where a hunk writes them differently; new lines
 * end as the first line of the file does; a changed file ends with a line end.
 */
export function applyHunks(text: string, hunks: readonly Hunk[], budget: SearchBudget): HunksApplied {
  const source = sourceLines(text);
  const placing = placeHunks(
    source.map((line) => line.text),
    hunks,
    budget,
  );
  if (!placing.ok) return placing;
  const { lines, changes } = rebuilt(source, placing.hunks);
  const added = changes.reduce((sum, change) => sum + change.added.length, 0);
  const removed = changes.reduce((sum, change) => sum + change.removed.length, 0);
  const match = MATCH_FORMS.findLast((form) => placing.hunks.some((hunk) => hunk.form === form)) ?? "exact";
  if (added + removed === 0) return { ok: true, text, added, removed, match, changes };
  const end = firstEnd(source);
  const patched = lines.map((line) => line.text + (line.end === "" ? end : line.end)).join("");
  return { ok: true, text: patched, added, removed, match, changes };
}

/** The lines after the hunks, those that are new without an end of their own, and what changed. */
function rebuilt(
  source: readonly SourceLine[],
  hunks: readonly PlacedHunk[],
): { readonly lines: readonly SourceLine[]; readonly changes: readonly LineChange[] } {
  const lines: SourceLine[] = [];
  const changes: LineChange[] = [];
  let at = 0;
  for (const hunk of hunks) {
    while (at < hunk.at) lines.push(source[at++] ?? NO_LINE);
    let run: Run | undefined;
    for (const { kind, text } of hunk.lines) {
      if (kind === "keep") {
        lines.push(source[at++] ?? NO_LINE);
        run = undefined;
        continue;
      }
      if (run === undefined) {
        run = { oldLine: at + 1, newLine: lines.length + 1, removed: [], added: [] };
        changes.push(run);
      }
      if (kind === "remove") {
        run.removed.push((source[at++] ?? NO_LINE).text);
      } else {
        run.added.push(text);
        lines.push({ text, end: "" });
      }
    }
  }
  while (at < source.length) lines.push(source[at++] ?? NO_LINE);
  return { lines, changes };
}

interface Run extends LineChange {
  readonly removed: string[];
  readonly added: string[];
}

const NO_LINE: SourceLine = { text: "", end: "" };
