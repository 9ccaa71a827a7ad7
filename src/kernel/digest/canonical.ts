import { numberText } from "../json/number.ts";
import { Float, type Json } from "../json/value.ts";
import { sortedByCodePoint } from "./order.ts";

/** Deepest value that has a canonical form; deeper ones, and cycles, are refused. */
const DEPTH_LIMIT = 1024;

/** A value that JSON cannot say: it has no canonical form and no digest. `path` names the place. */
export class NotJsonError extends Error {
  override readonly name = "NotJsonError";
  readonly path: string;
  constructor(what: string, path: string) {
    super(`${what} at ${path} is not JSON`);
    this.path = path;
  }
}

/**
 * The one canonical form (contract 0.4): compact, keys by code point, numbers as 0.3. Equal values give equal text.
 * Throws {@link NotJsonError} for undefined, NaN, lone surrogates, cycles and anything else JSON cannot say.
 */
export function canonicalJson(value: Json): string {
  return write(value, 0) ?? refuse(value, []);
}

/** The canonical text, or undefined when there is none: the search for the culprit is a second, rare walk. */
function write(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "bigint") return numberText(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object" || depth >= DEPTH_LIMIT) return undefined;
  if (Array.isArray(value)) return writeList(value, depth + 1);
  return value instanceof Float ? numberText(value) : writeObject(value, depth + 1);
}

function writeList(items: readonly unknown[], depth: number): string | undefined {
  let text = "[";
  for (let at = 0; at < items.length; at++) {
    const item = write(items[at], depth);
    if (item === undefined) return undefined;
    text += at === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeObject(value: object, depth: number): string | undefined {
  const keys = keysOf(value);
  if (keys === undefined) return undefined;
  let text = "{";
  for (const key of keys) {
    const name = quote(key);
    const entry = write(Reflect.get(value, key), depth);
    if (name === undefined || entry === undefined) return undefined;
    text += text === "{" ? `${name}:${entry}` : `,${name}:${entry}`;
  }
  return `${text}}`;
}

/** The keys in canonical order, or undefined for an object that is more than its keys: class instances, symbols, hidden keys. */
function keysOf(value: object): readonly string[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const keys = Object.keys(value);
  if (Reflect.ownKeys(value).length !== keys.length) return undefined;
  if (keys.length > SMALL || keys.some(hasSurrogate)) return sortedByCodePoint(keys);
  return insertionSorted(keys);
}

/** Up to so many keys insertion beats the native sort, and most objects have fewer. */
const SMALL = 24;

/** Sorts in place by code unit, which is code-point order below the surrogates. */
function insertionSorted(keys: string[]): readonly string[] {
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] ?? "";
    let hole = at;
    for (; hole > 0 && (keys[hole - 1] ?? "") > key; hole--) keys[hole] = keys[hole - 1] ?? "";
    keys[hole] = key;
  }
  return keys;
}

function hasSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}

const SPECIAL = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function quote(text: string): string | undefined {
  if (!SPECIAL.test(text)) return `"${text}"`;
  return text.isWellFormed() ? JSON.stringify(text) : undefined;
}

/** Finds the first place, in canonical order, that has no canonical form, and throws with its name. */
function refuse(value: unknown, path: readonly string[]): never {
  if (path.length < DEPTH_LIMIT && typeof value === "object" && value !== null && !(value instanceof Float)) {
    const keys = Array.isArray(value) ? [...value.keys()].map(String) : (keysOf(value) ?? []);
    for (const key of keys) {
      const entry: unknown = Reflect.get(value, key);
      if (quote(key) === undefined || write(entry, path.length + 1) === undefined)
        refuse(quote(key) === undefined ? key : entry, [...path, key]);
    }
  }
  throw new NotJsonError(describe(value, path.length), path.length === 0 ? "the top" : placeText(path));
}

function placeText(path: readonly string[]): string {
  const shown = path
    .slice(0, 8)
    .map((step) => JSON.stringify(step))
    .join(".");
  return path.length > 8 ? `${shown}…` : shown;
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return "a lone surrogate";
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (value instanceof Float) return `the number ${value.value}`;
  if (typeof value !== "object" || value === null) return typeof value;
  return depth >= DEPTH_LIMIT ? `nesting deeper than ${DEPTH_LIMIT}` : "an object that is more than its keys";
}
