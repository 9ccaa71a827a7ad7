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
  return write(value, []);
}

function write(value: unknown, path: string[]): string {
  if (typeof value === "string") return quote(value, path);
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) {
    return numberText(value) ?? refuse(`the number ${String(value instanceof Float ? value.value : value)}`, path);
  }
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object") return refuse(typeof value, path);
  if (path.length >= DEPTH_LIMIT) return refuse(`nesting deeper than ${DEPTH_LIMIT}`, path.slice(0, 3));
  return Array.isArray(value) ? writeList(value, path) : writeObject(value, path);
}

function writeList(items: readonly unknown[], path: string[]): string {
  let text = "[";
  for (let at = 0; at < items.length; at++) {
    path.push(String(at));
    text += (at === 0 ? "" : ",") + write(items[at], path);
    path.pop();
  }
  return `${text}]`;
}

function writeObject(value: object, path: string[]): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return refuse("an object with a prototype of its own", path);
  if (Object.getOwnPropertySymbols(value).length > 0) return refuse("a symbol key", path);
  const entries: Readonly<Record<string, unknown>> = { ...value };
  let text = "{";
  for (const key of sortedByCodePoint(Object.keys(entries))) {
    path.push(key);
    text += `${text === "{" ? "" : ","}${quote(key, path)}:${write(entries[key], path)}`;
    path.pop();
  }
  return `${text}}`;
}

const PLAIN = /^[\u0020\u0021\u0023-\u005B\u005D-\uD7FF\uE000-\uFFFF]*$/;

function quote(text: string, path: readonly string[]): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return text.isWellFormed() ? JSON.stringify(text) : refuse("a lone surrogate", path);
}

function refuse(what: string, path: readonly string[]): never {
  throw new NotJsonError(what, path.length === 0 ? "the top" : path.map((step) => JSON.stringify(step)).join("."));
}
