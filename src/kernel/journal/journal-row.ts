import { type Digest, parseDigest, type Sha256 } from "../digest/digest.ts";
import { checkSeal, sealLine } from "../digest/seal.ts";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";
import { problemText } from "../json/problem.ts";
import { readToolText, refuseDuplicates } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { ENVELOPE_KEYS, eventText, type RowEvent } from "./event-text.ts";

/** The wire kind of one row of a session's journal: one hash chain (DESIGN 5). */
export const JOURNAL_SCHEMA = "tusk.journal.v1";

/** A row and its place: its number, the digest of the row before (only the first has none), when it was written, what it says. */
export interface LinkedRow {
  readonly seq: number;
  readonly prev: Digest | undefined;
  readonly at: Timestamp;
  readonly event: RowEvent;
}

/** A row as a line: the newline is the caller's, `self` is what the next row names as the one before it. */
export interface WrittenRow {
  readonly line: string;
  readonly self: Digest;
}

/** What the reader and the writer of rows take from outside. */
export interface Codec {
  readonly utf8: Utf8;
  readonly sha256: Sha256;
}

/** The line of a row: one digest a row, over its bytes as they are stored. */
export function writeJournalRow({ seq, prev, at, event }: LinkedRow, { utf8, sha256 }: Codec): WrittenRow {
  return sealLine(`${linkText(seq, prev)}"${at}",${eventText(event, utf8).slice(1)}`, sha256);
}

/** How a row begins behind its seal, up to the text of its time. What is torn off later agrees with it as far as it goes. */
export function linkText(seq: number, prev: Digest | undefined): string {
  const link = prev === undefined ? "" : `"prev":"${prev}",`;
  return `{"schema":"${JOURNAL_SCHEMA}","seq":${seq},${link}"at":`;
}

/** A line that is a row, or what keeps it from being one: nothing of ours, or changed since it was written. */
export type RowReading =
  | { readonly ok: true; readonly row: LinkedRow; readonly self: Digest }
  | { readonly ok: false; readonly kind: "foreign" | "changed"; readonly problem: string };

const FORM =
  /^\{"self":"sha256:[0-9a-f]{64}","schema":"tusk\.journal\.v1","seq":(0|[1-9]\d{0,14}),(?:"prev":"(sha256:[0-9a-f]{64})",)?"at":"([^"\\]*)",(?="kind":")/;

/** Reads one line without its newline: first that it is the text its own digest names, then what it says. */
export function readJournalRow(line: string, { utf8, sha256 }: Codec): RowReading {
  const self = checkSeal(line, sha256);
  if (self === "broken")
    return { ok: false, kind: "changed", problem: "a byte of it was changed: it is not what its own digest names" };
  const form = self === undefined ? null : FORM.exec(line);
  const at = parseTimestamp(form?.[3] ?? "");
  if (self === undefined || form === null || at === undefined || at !== form[3]) return foreign(NO_ROW);
  const reading = refuseDuplicates(readToolText(`{${line.slice(form[0].length)}`, utf8));
  if (!reading.ok) return foreign(problemText(reading.problem));
  if (!isEvent(reading.value)) return foreign("what it says names a member of the envelope");
  const prev = form[2] === undefined ? undefined : parseDigest(form[2]);
  return { ok: true, row: { seq: Number(form[1]), prev, at, event: reading.value }, self };
}

const NO_ROW = `it is no row of ${JOURNAL_SCHEMA}`;

function foreign(problem: string): RowReading {
  return { ok: false, kind: "foreign", problem };
}

function isEvent(value: Json): value is RowEvent {
  return (
    isJsonObject(value) && typeof value["kind"] === "string" && !ENVELOPE_KEYS.some((key) => Object.hasOwn(value, key))
  );
}
