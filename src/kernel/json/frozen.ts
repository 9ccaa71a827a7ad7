import { NotJsonError } from "../digest/canonical.ts";
import { byCodePoint } from "../digest/order.ts";
import { isJsonObject, type Json, type JsonObject } from "./value.ts";
import { plainJson } from "./plain.ts";

/**
 * A deep copy that nobody can change: what was judged is what is kept, whatever the caller does to his own.
 * Keys stand in canonical order, so that the native writer writes it canonically.
 */
export function frozenJson(value: Json): Json {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenJson));
  return isJsonObject(value) ? frozenObject(value) : value;
}

function frozenObject(value: JsonObject): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A Map or a class instance would come out as what it is not.
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotJsonError("an object that is more than its keys", "a draft");
  // fromEntries defines own properties, so that `__proto__` stays a key; undefined is how code says absent.
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => byCodePoint(a, b));
  return Object.freeze(Object.fromEntries(entries.map(([key, entry]) => [key, frozenJson(entry)])));
}

/** {@link frozenJson} for an interface that is plain JSON by its form. */
export function frozenCopy<T extends object>(value: T): T {
  return frozenJson(plainJson(value)) as unknown as T;
}
