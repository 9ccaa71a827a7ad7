import { readSync } from "node:fs";
import { readTrajectoryLines, type TrajectoryLine } from "#kernel";
import { utf8 } from "#platform";

/** Bytes that are read at once. */
const PIECE = 4_194_304;
const NEWLINE = 0x0a;

/** A place where a line begins, and the number of that line. */
export interface LineStart {
  readonly offset: number;
  readonly line: number;
}

/** What is done with the lines of a stretch, and with its bytes in order. */
export interface Scanning {
  readonly from: LineStart;
  /** Nothing behind it is looked at. */
  readonly end: number;
  readonly visit: (line: TrajectoryLine) => void;
  /** Takes whole lines only, each piece of them first as bytes; a last line without its newline is left. */
  readonly whole?: (bytes: Uint8Array) => void;
}

/** Reads the lines of a stretch of a file piece by piece. Answers where the first line begins that was not taken. */
export function scanTrajectory(descriptor: number, { from, end, visit, whole }: Scanning): LineStart {
  let { offset, line } = from;
  let size = PIECE;
  while (offset < end) {
    const bytes = readAt(descriptor, offset, Math.min(size, end - offset));
    const isLast = bytes.length < size || offset + bytes.length >= end;
    const length = isLast && whole === undefined ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    const taken = bytes.subarray(0, length);
    whole?.(taken);
    line = readTrajectoryLines(taken, utf8, { offset, line }, visit);
    offset += length;
    if (isLast) break;
    // A line that is longer than a piece.
    size = length === 0 ? size * 2 : PIECE;
  }
  return { offset, line };
}

/** The bytes from a place on, fewer where the file ends. */
export function readAt(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const some = readSync(descriptor, bytes, read, length - read, offset + read);
    if (some === 0) break;
    read += some;
  }
  return bytes.subarray(0, read);
}
