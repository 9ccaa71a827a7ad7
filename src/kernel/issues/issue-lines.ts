import type { Utf8 } from "../json/utf8.ts";
import type { Issue } from "./issue.ts";
import { type IssueReading, readIssue } from "./read-issue.ts";
import { trimmed } from "../evidence/text.ts";

/** Where a line stands: the first byte, the bytes up to the newline, and its number from 1. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
  readonly number: number;
}

/**
 * One physical line of an issue file. `unterminated` is a whole row at the end of the file without its newline, `torn` anything else there
 * that is no row: a writer died. `conflict` is a marker that git left, or a row of the common ancestor between two of them.
 */
export type IssueLine =
  | (LinePlace & { readonly kind: "issue" | "unterminated"; readonly issue: Issue })
  | (LinePlace & { readonly kind: "blank" | "comment" | "conflict" })
  | (LinePlace & { readonly kind: "bad" | "torn"; readonly problem: string });

const NEWLINE = 0x0a;
const CONFLICT = /^(?:<{7} |>{7} |={7}$|\|{7} )/;

/** Reads the lines from a place on, where a line begins, and gives each to `visit`, in order. */
export function readIssueLines(
  bytes: Uint8Array,
  utf8: Utf8,
  from: { readonly offset: number; readonly line: number },
  visit: (line: IssueLine) => void,
): void {
  let base = false;
  let number = from.line;
  for (let offset = from.offset; offset < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, offset);
    const end = newline < 0 ? bytes.length : newline;
    const line = lineOf(bytes.subarray(offset, end), utf8, { offset, length: end - offset, number }, newline >= 0);
    if (line.kind === "conflict") base = bytes[offset] === 0x7c;
    visit(base && line.kind === "issue" ? { offset, length: line.length, number, kind: "conflict" } : line);
    offset = end + 1;
  }
}

function lineOf(bytes: Uint8Array, utf8: Utf8, place: LinePlace, terminated: boolean): IssueLine {
  // Most lines are a row and nothing around it.
  if (bytes[0] === 0x7b && bytes[bytes.length - 1] === 0x7d) return rowOf(readIssue(bytes, utf8), place, terminated);
  const text = utf8.decode(bytes, 0, bytes.length);
  if (text === undefined) return rowOf(readIssue(bytes, utf8), place, terminated);
  const row = trimmed(text);
  if (row === "") return { ...place, kind: "blank" };
  if (row.startsWith("#")) return { ...place, kind: "comment" };
  if (CONFLICT.test(row)) return { ...place, kind: "conflict" };
  return rowOf(readIssue(utf8.encode(row), utf8), place, terminated);
}

function rowOf(reading: IssueReading, place: LinePlace, terminated: boolean): IssueLine {
  const { offset, length, number } = place;
  if (reading.ok) return { offset, length, number, kind: terminated ? "issue" : "unterminated", issue: reading.issue };
  return { offset, length, number, kind: terminated ? "bad" : "torn", problem: reading.problem };
}
