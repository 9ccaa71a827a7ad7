import { type Codec, linkText, readJournalRow, type RowReading } from "./journal-row.ts";
import type { Link } from "./link-damage.ts";

/** A part of a line: a whole row, or the beginning of one that was never finished. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Undefined for a torn one. */
  readonly row: Extract<RowReading, { ok: true }> | undefined;
}

const OPENING = bytesOf('{"self":"sha256:');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** A line in its file: without its newline, if it has one. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly isEnded: boolean;
}

/**
 * Takes a line apart that is not one row: rows that stand in it whole, then what was torn off, then rows that were glued to it. Undefined
 * when there is anything else in it.
 */
export function findPieces(
  bytes: Uint8Array,
  { start, end, isEnded }: LineRange,
  due: Link,
  codec: Codec,
): readonly Piece[] | undefined {
  const rows = wholeRows(bytes, start, end, codec);
  const at = rows.at(-1)?.end ?? start;
  if (at === end) return rows;
  const behind = isEnded ? rowsBehind(bytes, { start: at + 1, end }, behindOf(rows.at(-1)) ?? due, codec) : [];
  const torn: Piece = { start: at, end: behind[0]?.start ?? end, row: undefined };
  return agrees(bytes, torn.start, torn.end, OPENING) ? [...rows, torn, ...behind] : undefined;
}

/** Rows that stand whole one behind the other, as far as they go. */
function wholeRows(bytes: Uint8Array, start: number, end: number, codec: Codec): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; at < end;) {
    const rowEnd = objectEnd(bytes, at, end);
    const row = rowEnd === undefined ? undefined : readRange(bytes, at, rowEnd, codec);
    if (rowEnd === undefined || row === undefined) break;
    pieces.push({ start: at, end: rowEnd, row });
    at = rowEnd;
  }
  return pieces;
}

/**
 * The rows that fill a line up to its end from some place on, the first of them the one that was due. What a torn row has inside it may
 * look like a row; but then the one behind it does not follow it.
 */
function rowsBehind(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  due: Link,
  codec: Codec,
): readonly Piece[] {
  for (let at = bytes.indexOf(OPEN, start); at !== -1 && at < end; at = bytes.indexOf(OPEN, at + 1)) {
    if (!isBeginningOf(bytes, { start: at, end }, due)) continue;
    const rows = wholeRows(bytes, at, end, codec);
    if (rows.at(-1)?.end === end && isChain(rows, due)) return rows;
  }
  return [];
}

function isChain(rows: readonly Piece[], due: Link): boolean {
  return rows.every(({ row }, at) => {
    const link = behindOf(rows[at - 1]) ?? due;
    return row !== undefined && row.row.prev === link.prev && row.row.seq === link.seq;
  });
}

/** The place behind a row. */
function behindOf(piece: Piece | undefined): Link | undefined {
  return piece?.row === undefined ? undefined : { seq: piece.row.row.seq + 1, prev: piece.row.self };
}

function readRange(bytes: Uint8Array, start: number, end: number, codec: Codec): Piece["row"] {
  const line = codec.utf8.decode(bytes, start, end);
  const reading = line === undefined ? undefined : readJournalRow(line, codec);
  return reading?.ok === true ? reading : undefined;
}

/** Whether bytes are the beginning of the row that is due: as far as they go, they say what its writer would have said. */
export function isBeginningOf(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  due: Link,
): boolean {
  const hexStart = start + OPENING.length;
  const linkStart = hexStart + 64;
  if (!agrees(bytes, start, end, OPENING)) return false;
  for (let at = hexStart; at < Math.min(linkStart, end); at++) if (!isHex(bytes[at] ?? 0)) return false;
  return agrees(bytes, linkStart, end, bytesOf(`",${linkText(due.seq, due.prev).slice(1)}"`));
}

/** Whether the bytes up to `end` begin like `expected`, or are its beginning. */
function agrees(bytes: Uint8Array, start: number, end: number, expected: readonly number[]): boolean {
  for (let at = 0; at < expected.length && start + at < end; at++) if (bytes[start + at] !== expected[at]) return false;
  return true;
}

/** Where the object that begins at `start` is closed; undefined when it is not. */
function objectEnd(bytes: Uint8Array, start: number, end: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (isQuoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isQuoted = false;
    } else if (byte === QUOTE) isQuoted = true;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return undefined;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66);
}

/** ASCII text only. */
function bytesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
