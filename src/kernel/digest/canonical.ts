import { numberText } from "../json/number.ts";
import { Float, type Json } from "../json/value.ts";
import { insertionSorted, nativeCopy, NOT_NATIVE } from "./native-copy.ts";
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
  const native = nativeCopy(value);
  if (native !== NOT_NATIVE) return JSON.stringify(native);
  const trail: Trail = { what: "", steps: [] };
  return write(value, 0, trail) ?? refuse(trail);
}

/** What could not be written, and the keys on the way back from it to the top. */
interface Trail {
  what: string;
  readonly steps: string[];
}

/** The canonical text, or undefined when there is none; the trail then says what stands in the way. */
function write(value: unknown, depth: number, trail: Trail): string | undefined {
  if (typeof value === "string") return quote(value) ?? stop(trail, "a lone surrogate");
  if (typeof value === "number" || typeof value === "bigint")
    return numberText(value) ?? stop(trail, `the number ${value}`);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object") return stop(trail, typeof value);
  if (depth >= DEPTH_LIMIT) return stop(trail, `nesting deeper than ${DEPTH_LIMIT}`);
  if (Array.isArray(value)) return writeList(value, depth + 1, trail);
  if (value instanceof Float) return numberText(value) ?? stop(trail, `the number ${value.value}`);
  return writeObject(value, depth + 1, trail);
}

function writeList(items: readonly unknown[], depth: number, trail: Trail): string | undefined {
  // Its own keys are its items and `length`: anything else, holes included, would be lost.
  if (Object.getPrototypeOf(items) !== Array.prototype || Reflect.ownKeys(items).length !== items.length + 1) {
    return stop(trail, "a list that is more or less than its items");
  }
  let text = "[";
  for (let at = 0; at < items.length; at++) {
    const item = write(items[at], depth, trail);
    if (item === undefined) return back(trail, String(at));
    text += at === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

function writeObject(value: object, depth: number, trail: Trail): string | undefined {
  const keys = keysOf(value);
  if (keys === undefined) return stop(trail, "an object that is more than its keys");
  let text = "{";
  for (const key of keys) {
    const name = quote(key) ?? stop(trail, "a lone surrogate");
    const entry = name === undefined ? undefined : write(Reflect.get(value, key), depth, trail);
    if (entry === undefined) return back(trail, key);
    text += text === "{" ? `${name}:${entry}` : `,${name}:${entry}`;
  }
  return `${text}}`;
}

function stop(trail: Trail, what: string): undefined {
  trail.what = what;
}

function back(trail: Trail, step: string): undefined {
  trail.steps.push(step);
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

function hasSurrogate(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}

const SPECIAL = /["\\\u0000-\u001F\uD800-\uDFFF]/;

function quote(text: string): string | undefined {
  if (!SPECIAL.test(text)) return `"${text}"`;
  return text.isWellFormed() ? JSON.stringify(text) : undefined;
}

function refuse({ what, steps }: Trail): never {
  const shown = steps
    .toReversed()
    .slice(0, 8)
    .map((step) => JSON.stringify(step));
  const path = steps.length > 8 ? `${shown.join(".")}…` : shown.join(".");
  throw new NotJsonError(what, path === "" ? "the top" : path);
}
