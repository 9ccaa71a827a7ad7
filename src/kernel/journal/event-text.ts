import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import { isPlainNumber } from "../digest/native-copy.ts";
import { InvariantError } from "../gate/verdict.ts";
import { compactJson, compactMember } from "../json/compact.ts";
import { readToolText } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { JsonObject } from "../json/value.ts";

/** What one row says, whatever it means: a kind, and what belongs to it. */
export type RowEvent = JsonObject & { readonly kind: string };

/** The members that the chain gives a row; an event that brings its own is a bug. */
export const ENVELOPE_KEYS = ["self", "schema", "seq", "prev", "at"] as const;

/** Refuses what is no event: one that brings a member of the envelope, or a kind that only a journal writes. Throws `InvariantError`. */
export function assertRowEvent(event: RowEvent): void {
  // It may come from code without types.
  const kind: unknown = event.kind;
  if (typeof kind !== "string") throw new InvariantError("an event without a kind");
  if (kind.startsWith("journal.")) throw new InvariantError(`${kind} is the journal's own to write`);
  assertNoEnvelope(event);
}

function assertNoEnvelope(event: RowEvent): void {
  for (let at = 0; at < ENVELOPE_KEYS.length; at++) {
    const key = ENVELOPE_KEYS[at] ?? "";
    if (Object.hasOwn(event, key)) throw new InvariantError(`an event of kind ${event.kind} brings its own ${key}`);
  }
}

/** Deeper values take the slow way, where the reader says whether it could follow. */
const DEPTH_LIMIT = 64;
const BEGINNING = '{"kind":"';
/** How the native writer begins an unpaired surrogate; a backslash before it may make it a text of its own. */
const MAYBE_SURROGATE = "\\ud";

/**
 * An event as JSON on one line, its kind first; what is read back is what was given. Throws `NotJsonError` for what JSON cannot say or
 * no reader of ours could follow, and `InvariantError` for an event that names a member of the envelope.
 */
export function eventText(event: RowEvent, utf8: Utf8): string {
  assertNoEnvelope(event);
  if (isNative(event, 0)) {
    const text = JSON.stringify(event);
    if (text.startsWith(BEGINNING) && !text.includes(MAYBE_SURROGATE)) return text;
  }
  return slowText(event, utf8);
}

/** Numbers that are no plain ones, kinds that do not come first, texts that look like half a character. */
function slowText(event: RowEvent, utf8: Utf8): string {
  // Throws for everything that JSON cannot say.
  canonicalJson(event);
  const { kind, ...rest } = event;
  if (typeof kind !== "string") throw new InvariantError("an event without a kind");
  const members = [compactMember(["kind", kind]), ...Object.entries(rest).map(compactMember)];
  const text = `{${members.join(",")}}`;
  const reading = readToolText(text, utf8);
  if (!reading.ok) throw new NotJsonError(reading.problem.reason, `an event of kind ${compactJson(kind)}`);
  return text;
}

/** True when `JSON.stringify` writes exactly this; texts are judged by what it made of them. */
function isNative(value: unknown, depth: number): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return isPlainNumber(value);
  if (typeof value !== "object" || depth >= DEPTH_LIMIT) return false;
  return Array.isArray(value) ? isNativeList(value, depth + 1) : isNativeObject(value, depth + 1);
}

function isNativeList(items: readonly unknown[], depth: number): boolean {
  if (Object.getPrototypeOf(items) !== Array.prototype) return false;
  for (let at = 0; at < items.length; at++) if (!isNative(items[at], depth)) return false;
  return !("toJSON" in items);
}

function isNativeObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const keys = Object.keys(value);
  for (let at = 0; at < keys.length; at++)
    if (!isNative((value as Readonly<Record<string, unknown>>)[keys[at] ?? ""], depth)) return false;
  // Its own `toJSON` is a value like any other; one that every object has would write something else.
  return typeof (value as { readonly toJSON?: unknown }).toJSON !== "function";
}
