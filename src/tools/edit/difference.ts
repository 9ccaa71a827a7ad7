import { quotedText } from "#kernel";
import type { Nearest } from "./nearest.ts";

/** The most of a line that is shown, and the least of one that is not shown whole, in UTF-16 units. */
const SHOWN_UNITS = 24;
const SHORT_UNITS = 9;
/** How much of what was sought is looked for inside of a line, and how much of it is there by chance. */
const ALIGNED_UNITS = 240;
const CHANCE_UNITS = 3;

/** A line that was found and the one that was sought, as two quoted pieces. */
export interface Difference {
  readonly found: string;
  readonly sought: string;
}

/** Both lines around the place where they begin to differ: never all of what was sought, unless it has less than 9 units. */
export function differenceOf({ found, sought, differs }: Omit<Nearest, "line">): Difference {
  const { at, same } = differs === "indentation" ? fromStart(found, sought) : aligned(found, sought);
  const width = sought.length < SHORT_UNITS ? SHOWN_UNITS : Math.min(SHOWN_UNITS, Math.max(8, sought.length >> 1));
  const from = Math.max(0, same - (width >> 1));
  return { found: piece(found, at + from, width), sought: piece(sought, from, width) };
}

/** Where in a line something begins, and how much of it is there. */
interface Aligned {
  readonly at: number;
  readonly same: number;
}

function fromStart(found: string, sought: string): Aligned {
  return { at: 0, same: sameUnits(found, sought) };
}

/** What was sought may begin inside of the line. */
function aligned(found: string, sought: string): Aligned {
  const whole = fromStart(found, sought);
  const head = sought.slice(0, headLength(found, sought));
  const at = found.indexOf(head);
  const same = sameUnits(found.slice(at), sought);
  // Where all of it is there and the line ends with it, the lines differ before it.
  const differs = same < sought.length || at + same < found.length;
  return differs && same > Math.max(whole.same, CHANCE_UNITS) ? { at, same } : whole;
}

/** The length of the longest beginning of a text, up to a bound, that a line has anywhere. */
function headLength(line: string, sought: string): number {
  let [low, high] = [0, Math.min(ALIGNED_UNITS, sought.length)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line.includes(sought.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sameUnits(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same;
}

/** A piece of a line in quotes, so that every space and control character in it can be seen; no character is split. */
function piece(line: string, from: number, width: number): string {
  const start = splitsPair(line, from) ? from + 1 : from;
  const end = splitsPair(line, from + width) ? from + width - 1 : from + width;
  return quotedText((start > 0 ? "…" : "") + line.slice(start, end) + (end < line.length ? "…" : ""));
}

function splitsPair(line: string, at: number): boolean {
  return at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(at - 1, at + 1));
}
