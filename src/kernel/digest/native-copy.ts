import type { Json } from "../json/value.ts";
import { isPlainList } from "./plain-list.ts";

/** Given instead of a copy when only the writer of ours writes a value canonically, or says why nobody can. */
export const NOT_NATIVE: unique symbol = Symbol("not native");

/** Deeper values, and cycles, are for the slow way to judge. */
const DEPTH_LIMIT = 64;
/** Up to so many keys insertion beats the native sort. */
const MOST_KEYS = 24;

/**
 * A copy that `JSON.stringify` writes canonically: keys in order, nothing in it that both would write differently. Each part is read
 * once. Most values have one, and the native writer takes half the time.
 */
export function nativeCopy(value: unknown): unknown {
  return asksToJson() ? NOT_NATIVE : copyAt(value, 0, asIs);
}

/** The same copy, frozen all the way down. */
export function frozenNativeCopy(value: unknown): unknown {
  return asksToJson() ? NOT_NATIVE : copyAt(value, 0, Object.freeze);
}

/** What becomes of each list and object that was copied. */
type Finish = <T extends object>(copy: T) => T;

function asIs<T extends object>(copy: T): T {
  return copy;
}

/** A copy of any value and its canonical text, in one pass; undefined where there may be one that only `canonicalJson` can tell. */
export function canonicalCopy(value: unknown): { readonly copy: Json; readonly text: string } | undefined {
  const copy = nativeCopy(value);
  // What the copy holds is JSON: nothing else comes out of `copyAt`.
  return copy === NOT_NATIVE ? undefined : { copy: copy as Json, text: JSON.stringify(copy) };
}

/** Somebody has taught every object or list to write itself differently. */
export function asksToJson(): boolean {
  return "toJSON" in Object.prototype || "toJSON" in Array.prototype;
}

function copyAt(value: unknown, depth: number, finish: Finish): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : NOT_NATIVE;
  if (typeof value === "number") return isPlainNumber(value) ? value : NOT_NATIVE;
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object" || depth >= DEPTH_LIMIT) return NOT_NATIVE;
  return Array.isArray(value) ? copyList(value, depth + 1, finish) : copyObject(value, depth + 1, finish);
}

/** Whole numbers, and fractions in the range that both write out in full. */
export function isPlainNumber(value: number): boolean {
  if (Number.isSafeInteger(value)) return !Object.is(value, -0);
  const size = Math.abs(value);
  return size >= 1e-5 && size < 1e15;
}

function copyList(items: readonly unknown[], depth: number, finish: Finish): unknown {
  // Anything but its items, holes included, would be lost.
  if (!isPlainList(items)) return NOT_NATIVE;
  const copy: unknown[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = copyAt(items[at], depth, finish);
    if (item === NOT_NATIVE) return NOT_NATIVE;
    copy.push(item);
  }
  return finish(copy);
}

function copyObject(value: object, depth: number, finish: Finish): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return NOT_NATIVE;
  const given = Object.keys(value);
  if (given.length > MOST_KEYS || Object.getOwnPropertyNames(value).length !== given.length) return NOT_NATIVE;
  if (Object.getOwnPropertySymbols(value).length > 0) return NOT_NATIVE;
  const keys = sortedKeys(given);
  if (keys === undefined) return NOT_NATIVE;
  const copy: Record<string, unknown> = {};
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? "";
    const entry = copyAt((value as Readonly<Record<string, unknown>>)[key], depth, finish);
    if (entry === NOT_NATIVE) return NOT_NATIVE;
    copy[key] = entry;
  }
  return finish(copy);
}

/** Lists of keys that were sorted lately, by their number. Rows of one kind have one list, and there are few kinds. */
const KNOWN_KEYS: { readonly lists: KeyList[]; next: number }[] = Array.from({ length: MOST_KEYS + 1 }, () => {
  return { lists: [], next: 0 };
});
/** Most lists that are remembered of one length. */
const MOST_LISTS = 16;

interface KeyList {
  readonly given: readonly string[];
  readonly sorted: readonly string[];
}

/** Plain keys in canonical order; undefined where one of them is not plain. */
function sortedKeys(given: readonly string[]): readonly string[] | undefined {
  const known = KNOWN_KEYS[given.length];
  if (known === undefined || given.length < 2) return given.every(isPlainKey) ? given : undefined;
  for (let at = 0; at < known.lists.length; at++) {
    const list = known.lists[at];
    if (list !== undefined && isSameList(list.given, given)) return list.sorted;
  }
  if (!given.every(isPlainKey)) return undefined;
  const sorted = insertionSorted([...given]);
  known.lists[known.next] = { given, sorted };
  known.next = (known.next + 1) % MOST_LISTS;
  return sorted;
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

/** An ASCII key that keeps its place: one that begins with a digit may be moved to the front, `__proto__` would not be a key at all. */
function isPlainKey(key: string): boolean {
  const first = key.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return false;
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) > 0x7f) return false;
  return key !== "__proto__";
}

/** Sorts in place by code unit, which is code-point order below the surrogates. */
export function insertionSorted(keys: string[]): readonly string[] {
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] ?? "";
    let hole = at;
    for (; hole > 0 && (keys[hole - 1] ?? "") > key; hole--) keys[hole] = keys[hole - 1] ?? "";
    keys[hole] = key;
  }
  return keys;
}
