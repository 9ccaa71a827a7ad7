import { type Digest, digestText, parseDigest, type Sha256 } from "../digest/digest.ts";
import { checkSeal, sealLine } from "../digest/seal.ts";
import { problemText } from "../json/problem.ts";
import { readJsonText, refuseDuplicates } from "../json/read.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { constant, count, digest, free, list, map, optional, record, type Schema, text } from "../schema/schema.ts";
import type { Utf8 } from "../json/utf8.ts";

/** The wire kind of the store's own log: one hash chain per clone (DESIGN 5). */
export const LOG_SCHEMA = "tusk.issue.log.v1";

/** The beginning of a clone's chain. */
type Opened = { readonly kind: "opened"; readonly at: string; readonly clone: string };

/** One issue changed: by whom, under which permit, from which row to which. `row` is the row's own text, byte for byte. */
export type Changed = {
  readonly kind: "changed";
  readonly at: string;
  readonly mutation: string;
  readonly action: string;
  readonly actor: string;
  readonly issue: string;
  readonly rev: number;
  readonly before?: string;
  readonly after: string;
  readonly permit: JsonObject;
  readonly row: string;
};

/** Rows of other tools, taken as they are: from now on a changed byte in one is noticed. */
type Adopted = { readonly kind: "adopted"; readonly at: string; readonly rows: Readonly<Record<string, string>> };

/** What was logged and never reached the file: it did not happen. */
type Voided = { readonly kind: "voided"; readonly at: string; readonly mutation?: string; readonly event: string };

/** Issues that are gone from the file altogether: another store took its place by a mutation, or deleted ones were purged. */
export type Dropped = {
  readonly kind: "dropped";
  readonly at: string;
  readonly mutation?: string;
  /** Who purged, and by which permit. */
  readonly actor?: string;
  readonly permit?: JsonObject;
  readonly issues: readonly string[];
};

/** Rows that the log gave back to the file, at a person's word. */
type Restored = {
  readonly kind: "restored";
  readonly at: string;
  readonly mutation: string;
  readonly actor: string;
  readonly permit: JsonObject;
  readonly issues: readonly string[];
};

/** What one line of the log says. */
export type LogEvent = Opened | Changed | Adopted | Voided | Dropped | Restored;

/** One line of the log: what it says, and its place in the chain. */
export interface LogRow {
  readonly seq: number;
  /** The digest of the line before; only the first has none. */
  readonly prev: Digest | undefined;
  readonly event: LogEvent;
}

type Linked<T> = T & {
  readonly self: string;
  readonly schema: typeof LOG_SCHEMA;
  readonly seq: number;
  readonly prev?: string;
};

const LINK = { self: digest, schema: constant(LOG_SCHEMA), seq: count, prev: optional(digest) } as const;

/** The form of each kind of line; a kind without a form does not compile. */
export const LOG_FORMS: { readonly [K in LogEvent["kind"]]: Schema<unknown> } = {
  opened: record<Linked<Opened>>({ ...LINK, kind: constant("opened"), at: text, clone: text }),
  changed: record<Linked<Omit<Changed, "row">> & { readonly row: unknown }>({
    ...LINK,
    kind: constant("changed"),
    at: text,
    mutation: digest,
    action: text,
    actor: text,
    issue: text,
    rev: count,
    before: optional(digest),
    after: digest,
    permit: free as Schema<JsonObject>,
    row: free,
  }),
  adopted: record<Linked<Adopted>>({ ...LINK, kind: constant("adopted"), at: text, rows: map(digest) }),
  voided: record<Linked<Voided>>({
    ...LINK,
    kind: constant("voided"),
    at: text,
    mutation: optional(digest),
    event: digest,
  }),
  dropped: record<Linked<Dropped>>({
    ...LINK,
    kind: constant("dropped"),
    at: text,
    mutation: optional(digest),
    actor: optional(text),
    permit: optional(free as Schema<JsonObject>),
    issues: list(text),
  }),
  restored: record<Linked<Restored>>({
    ...LINK,
    kind: constant("restored"),
    at: text,
    mutation: digest,
    actor: text,
    permit: free as Schema<JsonObject>,
    issues: list(text),
  }),
};

const ROW_KEY = ',"row":';

/**
 * The line of a log row, sealed, without its newline. Its issue row stands last, as the very text that goes into the file.
 */
export function writeLogRow(row: LogRow, sha256: Sha256): string {
  return sealLine(bodyOf(row), sha256).line;
}

function bodyOf({ seq, prev, event }: LogRow): string {
  const link = { schema: LOG_SCHEMA, seq, ...(prev === undefined ? {} : { prev }) };
  if (event.kind !== "changed") return JSON.stringify({ ...link, ...event });
  const { kind, at, mutation, action, actor, issue, rev, before, after, permit, row } = event;
  const origin = before === undefined ? {} : { before };
  const head = { ...link, kind, at, mutation, action, actor, issue, rev, ...origin, after, permit };
  return `${JSON.stringify(head).slice(0, -1)}${ROW_KEY}${row}}`;
}

/** A line of the log as it was written, or one sentence what is wrong with it. */
export type LogReading = { readonly ok: true; readonly row: LogRow } | { readonly ok: false; readonly problem: string };

/** Reads one line of the log: its form, and that the row in it is the row its digest names. */
export function readLogRow(line: string, utf8: Utf8, sha256: Sha256): LogReading {
  const reading = refuseDuplicates(readJsonText(line, utf8));
  if (!reading.ok) return { ok: false, problem: problemText(reading.problem) };
  const value = reading.value;
  const kind = isJsonObject(value) ? value["kind"] : undefined;
  if (!isJsonObject(value) || !isKind(kind)) return { ok: false, problem: "no kind of log row is named" };
  const misfit = findMisfit(value, LOG_FORMS[kind].node, "the row");
  if (misfit !== undefined) return { ok: false, problem: `${misfit.path} ${misfit.problem}` };
  const { schema: _schema, self, seq, prev, ...rest } = value as unknown as Linked<LogEvent>;
  if (checkSeal(line, sha256) !== self)
    return { ok: false, problem: "a byte of it was changed: it is not what its own digest names" };
  const event = kind === "changed" ? { ...rest, row: rowText(line) } : rest;
  if (event.kind === "changed" && digestText(sha256, event.row) !== event.after)
    return { ok: false, problem: "the row is not the one that its digest names" };
  return { ok: true, row: { seq, prev: prev === undefined ? undefined : parseDigest(prev), event } };
}

/** The row inside a line. In JSON text an unescaped quote ends a string, so the key cannot stand inside one. */
function rowText(line: string): string {
  return line.slice(line.indexOf(ROW_KEY) + ROW_KEY.length, -1);
}

function isKind(word: unknown): word is LogEvent["kind"] {
  return typeof word === "string" && Object.hasOwn(LOG_FORMS, word);
}
