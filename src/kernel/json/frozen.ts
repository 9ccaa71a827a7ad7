import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import { asksToJson, frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { byCodePoint } from "../digest/order.ts";
import { isJsonObject, type Json, type JsonObject } from "./value.ts";
import { plainJson } from "./plain.ts";

/**
 * A deep copy that nobody can change: what was judged is what is kept, whatever the caller does to his own.
 * Keys stand in canonical order, so that the native writer writes it canonically.
 */
export function frozenJson(value: Json): Json {
  const copy = frozenNativeCopy(value);
  // What the copy holds is JSON; what has none is copied part by part.
  return copy === NOT_NATIVE ? frozenAt(value, 0) : (copy as Json);
}

/** A frozen copy with its canonical text, each part read once where it can be. Throws {@link NotJsonError} as `canonicalJson` does. */
export function frozenText(value: Json): { readonly copy: Json; readonly text: string } {
  const copy = frozenNativeCopy(value);
  if (copy !== NOT_NATIVE) return { copy: copy as Json, text: JSON.stringify(copy) };
  const text = canonicalJson(value);
  return { copy: frozenAt(value, 0), text };
}

/** What somebody outside says is JSON, as a frozen copy: what becomes of his own changes nothing. Throws {@link NotJsonError}. */
export function takenJson(given: unknown): Json {
  const copy = frozenNativeCopy(given);
  if (copy !== NOT_NATIVE) return copy as Json;
  canonicalJson(given as Json);
  return frozenAt(given as Json, 0);
}

/** The canonical text of what was copied here or stands in the same order; what is undefined in it is absent. */
export function nativeText(value: object): string {
  return asksToJson() ? canonicalJson(frozenJson(plainJson(value))) : JSON.stringify(value);
}

/** Deepest value that is copied; a deeper one, or one that contains itself, has no canonical form either. */
const DEPTH_LIMIT = 1024;

function frozenAt(value: Json, depth: number): Json {
  if (depth > DEPTH_LIMIT) throw new NotJsonError(`nesting deeper than ${DEPTH_LIMIT}`, "a draft");
  if (Array.isArray(value)) return Object.freeze(value.map((item: Json) => frozenAt(item, depth + 1)));
  return isJsonObject(value) ? frozenObject(value, depth + 1) : value;
}

function frozenObject(value: JsonObject, depth: number): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A Map or a class instance would come out as what it is not.
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotJsonError("an object that is more than its keys", "a draft");
  // fromEntries defines own properties, so that `__proto__` stays a key; undefined is how code says absent.
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => byCodePoint(a, b));
  return Object.freeze(Object.fromEntries(entries.map(([key, entry]) => [key, frozenAt(entry, depth)])));
}

/** {@link frozenJson} for an interface that is plain JSON by its form. */
export function frozenCopy<T extends object>(value: T): T {
  return frozenJson(plainJson(value)) as unknown as T;
}
