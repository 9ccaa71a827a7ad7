import type { Utf8 } from "../json/utf8.ts";
import { readIssue } from "./read-issue.ts";

/** What can be kept of a damaged line, and what cannot, in order. */
export interface Salvage {
  readonly rows: readonly Uint8Array[];
  readonly rest: readonly Uint8Array[];
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
/** How often a line is read over, at most: one of nothing but beginnings must not cost a square. */
const READINGS = 16;

/** Finds whole rows in a line that is none: two rows glued together, or a row behind the beginning of a torn one. */
export function salvageLine(line: Uint8Array, utf8: Utf8): Salvage {
  const rows: Uint8Array[] = [];
  const rest: Uint8Array[] = [];
  let from = 0;
  for (const [start, end] of rowSpans(line, utf8)) {
    if (start > from) rest.push(line.subarray(from, start));
    rows.push(line.subarray(start, end));
    from = end;
  }
  if (from < line.length) rest.push(line.subarray(from));
  return { rows, rest };
}

/** Where rows are, from left to right, none inside another. */
function rowSpans(line: Uint8Array, utf8: Utf8): readonly (readonly [number, number])[] {
  const starts = rowStarts(line);
  let budget = READINGS * line.length;
  const isRow = (start: number, stop: number): boolean => {
    budget -= stop - start;
    return budget >= 0 && readIssue(line.subarray(start, stop), utf8).ok;
  };
  const spans: (readonly [number, number])[] = [];
  for (const [at, start] of starts.entries()) {
    if (budget < 0) break;
    if (start < (spans.at(-1)?.[1] ?? 0)) continue;
    // A row ends where the next one begins, or with the line.
    const end = [...starts.slice(at + 1, at + 9), line.length].find((stop) => isRow(start, stop));
    if (end !== undefined) spans.push([start, trimmedEnd(line, end)]);
  }
  return spans;
}

/** A row ends with its brace: white space behind it was no part of it. */
function trimmedEnd(line: Uint8Array, end: number): number {
  return line.lastIndexOf(CLOSE, end - 1) + 1;
}

/** Where a row may begin: `{"id":`, as we and the reference write it. */
function rowStarts(line: Uint8Array): readonly number[] {
  const starts: number[] = [];
  const head = [OPEN, 0x22, 0x69, 0x64, 0x22, 0x3a];
  for (let at = line.indexOf(OPEN); at >= 0; at = line.indexOf(OPEN, at + 1))
    if (head.every((byte, offset) => line[at + offset] === byte)) starts.push(at);
  return starts;
}
