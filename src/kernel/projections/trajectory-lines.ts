import { trimmed } from "../evidence/text.ts";
import type { LinePlace } from "../issues/issue-lines.ts";
import type { Timestamp } from "../issues/timestamp.ts";
import { problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { normalizeWire, TRAJECTORY, type TrajectoryRow } from "./trajectory-row.ts";

/** Why a line is no row: no JSON of the form, JSON that breaks a rule, or no text at all. */
export interface LineFault {
  readonly kind: "parse" | "invalid" | "encoding";
  readonly reason: string;
}

/** One line of a trajectory that says something; blank ones are passed over (contract 2.5). */
export type TrajectoryLine =
  | (LinePlace & { readonly kind: "row"; readonly row: TrajectoryRow; readonly at: Timestamp })
  | (LinePlace & { readonly kind: "bad"; readonly fault: LineFault });

const NEWLINE = 0x0a;

/** Reads whole lines, the last one with or without its newline, and gives each to `visit` in order. Answers the number of the line behind them. */
export function readTrajectoryLines(
  bytes: Uint8Array,
  utf8: Utf8,
  from: { readonly offset: number; readonly line: number },
  visit: (line: TrajectoryLine) => void,
): number {
  let number = from.line;
  for (let start = 0; start < bytes.length; number++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const place = { offset: from.offset + start, length: end - start, number };
    const line = lineOf(bytes.subarray(start, end), utf8, place);
    if (line !== undefined) visit(line);
    start = end + 1;
  }
  return number;
}

function lineOf(bytes: Uint8Array, utf8: Utf8, place: LinePlace): TrajectoryLine | undefined {
  // Most lines are a row and nothing around it.
  if (bytes[0] === 0x7b && bytes[bytes.length - 1] === 0x7d) return rowOf(bytes, utf8, place);
  const text = utf8.decode(bytes, 0, bytes.length);
  if (text === undefined) return bad(place, NO_TEXT);
  const row = trimmed(text);
  return row === "" ? undefined : rowOf(utf8.encode(row), utf8, place);
}

const NO_TEXT: LineFault = { kind: "encoding", reason: "stream did not contain valid UTF-8" };

function rowOf(bytes: Uint8Array, utf8: Utf8, place: LinePlace): TrajectoryLine {
  const reading = readStruct(bytes, TRAJECTORY, utf8);
  if (!reading.ok) {
    if (utf8.decode(bytes, 0, bytes.length) === undefined) return bad(place, NO_TEXT);
    return bad(place, { kind: "parse", reason: problemText(reading.problem) });
  }
  const normal = normalizeWire(reading.value);
  if (!normal.ok) return bad(place, { kind: "invalid", reason: normal.reason });
  const { offset, length, number } = place;
  return { kind: "row", offset, length, number, row: normal.row, at: normal.at };
}

function bad({ offset, length, number }: LinePlace, fault: LineFault): TrajectoryLine {
  return { kind: "bad", offset, length, number, fault };
}

/** What the contract says of a bad line. */
export function lineFaultText({ kind, reason }: LineFault, path: string, line: number): string {
  switch (kind) {
    case "encoding":
      return `failed to read/write trajectory: ${reason}`;
    case "parse":
      return `failed to parse trajectory row: ${reason}`;
    case "invalid":
      return `invalid trajectory row: ${reason} (path=${path}, line=${line})`;
    default:
      return kind satisfies never;
  }
}
