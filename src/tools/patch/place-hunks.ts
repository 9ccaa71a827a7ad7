import { findNearest, type Nearest } from "../edit/nearest.ts";
import type { Hunk, PatchLine } from "./patch.ts";
import { LineSearch, type MatchForm, type SearchBudget } from "./seek-lines.ts";

/** A hunk and the index of the file's line that it begins at. */
export interface PlacedHunk {
  readonly at: number;
  readonly lines: readonly PatchLine[];
  readonly form: MatchForm;
}

/** Why a hunk has no place. `after`: how many lines of the file come before the search. */
export interface Misplaced {
  readonly hunk: number;
  readonly why: "context" | "lines" | "lines_at_end" | "work";
  readonly expected: string;
  readonly after: number;
  readonly nearest: Nearest | undefined;
}

/** Every hunk in its place, none over another, by the order of the file; or the first that has none. */
export type Placing =
  | { readonly ok: true; readonly hunks: readonly PlacedHunk[] }
  | { readonly ok: false; readonly misplaced: Misplaced };

interface Place {
  readonly hunk: PlacedHunk;
  /** Where the next hunk is looked for. */
  readonly cursor: number;
}

/** Finds each hunk after the one before it: its `@@` lines first, then its kept and removed lines in a run. */
export function placeHunks(texts: readonly string[], hunks: readonly Hunk[], budget: SearchBudget): Placing {
  const search = new LineSearch(texts, budget);
  const placed: PlacedHunk[] = [];
  let cursor = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = placeHunk(search, texts, hunk, cursor);
    if ("why" in place) {
      const nearest = place.why === "work" ? undefined : findNearest(texts.join("\n"), place.expected);
      return { ok: false, misplaced: { ...place, hunk: index + 1, nearest } };
    }
    placed.push(place.hunk);
    cursor = place.cursor;
  }
  return { ok: true, hunks: placed.sort((one, other) => one.at - other.at) };
}

type Missing = Omit<Misplaced, "hunk" | "nearest">;

function placeHunk(search: LineSearch, texts: readonly string[], hunk: Hunk, start: number): Place | Missing {
  let cursor = start;
  for (const context of hunk.contexts) {
    const found = search.seek([context], { start: cursor, atEnd: false });
    if (found === "spent" || found === undefined)
      return { why: found === "spent" ? "work" : "context", expected: context, after: cursor };
    cursor = found.at + 1;
  }
  for (const lines of new Set(readingsOf(hunk))) {
    const sought = oldTexts(lines);
    if (sought.length === 0) return insertion(texts, { ...hunk, lines }, cursor);
    const found = search.seek(sought, { start: cursor, atEnd: hunk.atEnd });
    if (found === "spent") return { why: "work", expected: "", after: cursor };
    if (found !== undefined) return { hunk: { ...found, lines }, cursor: found.at + sought.length };
  }
  const expected = oldTexts(withoutBlanksBefore(hunk)).join("\n");
  return { why: hunk.atEnd ? "lines_at_end" : "lines", expected, after: cursor };
}

function oldTexts(lines: readonly PatchLine[]): readonly string[] {
  return lines.filter(({ kind }) => kind !== "add").map(({ text }) => text);
}

/** Lines that are only added come after the `@@` line; without one at the end of the file. */
function insertion(texts: readonly string[], hunk: Hunk, cursor: number): Place {
  const at = hunk.contexts.length > 0 && !hunk.atEnd ? cursor : texts.length;
  return { hunk: { at, lines: hunk.lines, form: "exact" }, cursor };
}

/** What a hunk may mean, first as it is written: each blank line that was not found may stand for none. */
function readingsOf(hunk: Hunk): readonly (readonly PatchLine[])[] {
  const written = [hunk.lines, withoutLastBlank(hunk.lines, hunk.blanksBefore)];
  if (hunk.blanksBefore === 0) return written;
  const bare = withoutBlanksBefore(hunk);
  return [...written, bare, withoutLastBlank(bare, 0)];
}

function withoutBlanksBefore({ lines, blanksBefore }: Hunk): readonly PatchLine[] {
  return lines.slice(blanksBefore);
}

/**
 * A blank line at the end of a hunk's old lines often stands for the end of the file, or only separates hunks. So does one at the end
 * of its new lines; what is added behind a kept one is still set off by a blank line.
 */
function withoutLastBlank(lines: readonly PatchLine[], from: number): readonly PatchLine[] {
  const last = lines.findLastIndex(({ kind }) => kind !== "add");
  const blank = lines[last];
  if (last < from || blank?.text !== "") return lines;
  // A removed line that is not there is a mistake, and so is a hunk that would have nothing left to do.
  const alone = oldTexts(lines).length === 1;
  if (alone && (blank.kind === "remove" || lines.length === 1)) return lines;
  const rest = blank.kind === "remove" ? lines.toSpliced(last, 1) : lines.with(last, ADDED_BLANK);
  const end = rest.findLastIndex(({ kind }) => kind !== "remove");
  if (rest[end]?.text !== "") return rest;
  return rest[end].kind === "add" ? rest.toSpliced(end, 1) : rest.with(end, REMOVED_BLANK);
}

const ADDED_BLANK: PatchLine = { kind: "add", text: "" };
const REMOVED_BLANK: PatchLine = { kind: "remove", text: "" };
