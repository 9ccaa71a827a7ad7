import { formShared, type LineForm, type LinePart } from "./line-form.ts";
import { lineNumberAt, lineStartAt } from "./occurrences.ts";

/** The place of a text that is most like what was looked for, and the first line there that differs. */
export interface Nearest {
  /** The number of that line in the file, from 1. */
  readonly line: number;
  readonly found: string;
  readonly sought: string;
  /** In what the two lines differ; `text` when no form makes them the same. */
  readonly differs: Exclude<LineForm, "exact"> | "text";
}

/** Lines of the sought text that are compared at every candidate, and candidates that are compared (DESIGN 20). */
const COMPARED_LINES = 24;
const ANCHORS = 6;
const HITS = 24;
/** Lines of the file that are looked at when none of the sought lines is in it, and how much of each. */
const SCANNED_LINES = 20_000;
const SCANNED_UNITS = 240;
/** How many of a line's words must be shared before it is called near. */
const NEAR = 0.5;

/** The nearest place by whole lines that are there in some form, else by shared words; undefined when nothing is near. Bounded work. */
export function findNearest(text: string, sought: string): Nearest | undefined {
  const head = linesFrom(sought, 0, COMPARED_LINES);
  const start = bestWindow(text, head) ?? bestByWords(text, head);
  return start === undefined ? undefined : firstDifference(text, start, sought);
}

/** The offset of the window that has most of the lines, each counted by how alike it is; the earliest of equals. */
function bestWindow(text: string, head: readonly string[]): number | undefined {
  const scores = new Map<number, number>();
  for (const [index, anchor] of anchorsOf(head))
    for (const hit of hitsOf(text, anchor)) {
      const start = backLines(text, hit, index);
      if (start !== undefined && !scores.has(start)) scores.set(start, scoreAt(text, start, head));
    }
  let best: number | undefined;
  for (const [start, score] of scores) {
    const high = best === undefined ? 0 : (scores.get(best) ?? 0);
    if (score > high || (score === high && best !== undefined && start < best)) best = start;
  }
  return best;
}

/** The longest lines: what is long is seldom there by chance. */
function anchorsOf(head: readonly string[]): readonly (readonly [index: number, anchor: string])[] {
  return head
    .map((line, index) => [index, line.trim().slice(0, SCANNED_UNITS)] as const)
    .filter(([, anchor]) => anchor.length > 2)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, ANCHORS);
}

function hitsOf(text: string, anchor: string): readonly number[] {
  const hits: number[] = [];
  for (let at = text.indexOf(anchor); at >= 0 && hits.length < HITS; at = text.indexOf(anchor, at + 1)) hits.push(at);
  return hits;
}

/** The start of the line that is `count` lines before the one with the offset; undefined when there are not so many. */
function backLines(text: string, offset: number, count: number): number | undefined {
  let start = lineStartAt(text, offset);
  for (let back = 0; back < count; back += 1) {
    if (start === 0) return undefined;
    start = lineStartAt(text, start - 1);
  }
  return start;
}

/** At most `count` lines from an offset, without their line feeds. */
function linesFrom(text: string, offset: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = offset; lines.length < count;) {
    const end = text.indexOf("\n", at);
    lines.push(end < 0 ? text.slice(at) : text.slice(at, end));
    if (end < 0) break;
    at = end + 1;
  }
  return lines;
}

const LEADING = 3;
const WORTH: Readonly<Record<LineForm, number>> = {
  exact: 4,
  "line ending": 4,
  "trailing whitespace": 3,
  indentation: 3,
  spacing: 2,
  "letter case": 2,
  punctuation: 2,
};

/** What a window is worth. The lines before the first that differs count more: what is shown is that line. */
function scoreAt(text: string, start: number, head: readonly string[]): number {
  const lines = linesFrom(text, start, head.length);
  let score = 0;
  let leads = true;
  for (const [index, sought] of head.entries()) {
    const line = lines[index];
    const form = line === undefined ? undefined : formShared(cut(line), cut(sought), partOf(index, head.length));
    leads &&= form !== undefined;
    const worth = form === undefined ? 0 : sought.trim() === "" ? 1 : WORTH[form];
    score += leads ? LEADING * worth : worth;
  }
  return score;
}

function cut(line: string): string {
  return line.slice(0, SCANNED_UNITS);
}

function partOf(index: number, count: number): LinePart {
  if (count === 1) return "any";
  return index === 0 ? "end" : index === count - 1 ? "start" : "whole";
}

function bestByWords(text: string, head: readonly string[]): number | undefined {
  const [index = 0, anchor = ""] = anchorsOf(head)[0] ?? [];
  const words = new Set(wordsOf(anchor));
  if (words.size === 0) return undefined;
  let best: { readonly shared: number; readonly offset: number } | undefined;
  let offset = 0;
  for (const line of linesFrom(text, 0, SCANNED_LINES)) {
    const shared = new Set(wordsOf(cut(line)).filter((word) => words.has(word))).size / words.size;
    if (shared >= NEAR && shared > (best?.shared ?? 0)) best = { shared, offset };
    offset += line.length + 1;
  }
  return best === undefined ? undefined : (backLines(text, best.offset, index) ?? best.offset);
}

function wordsOf(line: string): readonly string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The first line from `start` that is not as the sought text has it; the whole of that text is compared, once. */
function firstDifference(text: string, start: number, sought: string): Nearest | undefined {
  const lines = sought.split("\n");
  let at = start;
  for (const [index, line] of lines.entries()) {
    const end = text.indexOf("\n", at);
    const found = at > text.length ? "" : text.slice(at, end < 0 ? undefined : end);
    const form = at > text.length ? undefined : formShared(found, line, partOf(index, lines.length));
    if (form !== "exact") return { line: lineNumberAt(text, at), found, sought: line, differs: form ?? "text" };
    // Past the last line nothing is found any more.
    at = end < 0 ? text.length + 1 : end + 1;
  }
  return undefined;
}
