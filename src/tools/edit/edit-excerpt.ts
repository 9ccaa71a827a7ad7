import { diffExcerpt, type LineChange } from "./diff-excerpt.ts";
import { lineNumberAt, lineStartAt } from "./occurrences.ts";

/** How many changed places of one edit are shown. */
const SHOWN_PLACES = 8;

/** An edit that was made: what was replaced, where first, and how often. */
export interface MadeEdit {
  readonly at: number;
  readonly replacements: number;
  readonly sought: string;
  readonly replacement: string;
}

/** What an edit changed, by whole lines, and the line of the first change. The text is the one before the edit. */
export function editExcerpt(text: string, edit: MadeEdit): { readonly firstLine: number; readonly diff: string } {
  const { sought, replacement, replacements } = edit;
  const changes: LineChange[] = [];
  let oldLine = 1;
  let grown = 0;
  let counted = 0;
  for (let place = { at: edit.at, left: replacements }; place.left > 0 && changes.length < SHOWN_PLACES;) {
    const start = lineStartAt(text, place.at);
    const { end, next } = regionFrom(text, place, sought);
    const before = text.slice(start, end);
    const removed = before.split("\n");
    const added = before.split(sought).join(replacement).split("\n");
    oldLine += lineNumberAt(text.slice(counted, start), start - counted) - 1;
    changes.push({ oldLine, newLine: oldLine + grown, removed, added });
    counted = start;
    grown += added.length - removed.length;
    place = next;
  }
  return { firstLine: changes[0]?.oldLine ?? 1, diff: diffExcerpt(changes) };
}

/** An occurrence, and how many there are from it on. */
interface Place {
  readonly at: number;
  readonly left: number;
}

/** The end of the lines that one occurrence is in, with every further occurrence that begins in them; and the next one. */
function regionFrom(text: string, place: Place, sought: string): { readonly end: number; readonly next: Place } {
  let end = lineEnd(text, place.at + sought.length);
  let next = place;
  do {
    const after = next.at + sought.length;
    // Asked only for an occurrence that leaves the line: a file may be one long line.
    if (after > end) end = lineEnd(text, after);
    const left = next.left - 1;
    // The last one is known: the rest of the text need not be searched again.
    next = { left, at: left === 0 ? text.length : text.indexOf(sought, after) };
  } while (next.left > 0 && next.at < end);
  return { end, next };
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
