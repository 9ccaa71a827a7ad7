import { Float, type Json, type JsonObject, NotJsonError } from "#kernel";

/** Deepest nesting that goes through the boundary, in either direction. */
export const DEPTH_LIMIT = 64;

/**
 * A value of code as JSON of its own, which nobody else can change. Throws {@link NotJsonError} for what JSON cannot say: undefined,
 * NaN, functions, class instances, lone surrogates, cycles. `toJSON` is not asked.
 */
export function jsonCopy(value: unknown, deepest: number = DEPTH_LIMIT): Json {
  return copyAt(value, { path: [], deepest });
}

interface Walk {
  /** Keys from the top to where the walk is. */
  readonly path: (string | number)[];
  readonly deepest: number;
}

function copyAt(value: unknown, walk: Walk): Json {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.isWellFormed() ? value : refuse("a lone surrogate", walk);
  if (typeof value === "number") return numberOf(value) ?? refuse(`the number ${value}`, walk);
  if (typeof value !== "object") return refuse(typeof value, walk);
  if (value instanceof Float) return Number.isFinite(value.value) ? value : refuse("the number", walk);
  if (walk.path.length >= walk.deepest) return refuse(`nesting deeper than ${walk.deepest}`, walk);
  return Array.isArray(value) ? copyList(value, walk) : copyObject(value, walk);
}

/** A whole number beyond 2^53 - 1 is a float; `-0` is 0. */
function numberOf(value: number): number | Float | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (value === 0) return 0;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? new Float(value) : value;
}

function copyList(items: readonly unknown[], walk: Walk): Json {
  // Its own keys are its items and `length`: anything else, holes included, would be lost.
  const whole = Object.getPrototypeOf(items) === Array.prototype && Reflect.ownKeys(items).length === items.length + 1;
  if (!whole) return refuse("a list that is more or less than its items", walk);
  const copy: Json[] = [];
  for (let at = 0; at < items.length; at++) {
    walk.path.push(at);
    copy.push(copyAt(items[at], walk));
    walk.path.pop();
  }
  return copy;
}

function copyObject(value: object, walk: Walk): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  const keys = Object.keys(value);
  const plain = prototype === Object.prototype || prototype === null;
  if (!plain || Object.getOwnPropertySymbols(value).length > 0)
    return refuse("an object that is more than its keys", walk);
  const copy: Record<string, Json> = {};
  for (const key of keys) {
    if (!key.isWellFormed()) return refuse("a lone surrogate", walk);
    walk.path.push(key);
    define(copy, key, copyAt(Reflect.get(value, key), walk));
    walk.path.pop();
  }
  return copy;
}

/** Assigning `__proto__` would set the prototype instead. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

function refuse(what: string, { path }: Walk): never {
  const shown = path.slice(0, 8).map((step) => JSON.stringify(step));
  const place = path.length > 8 ? `${shown.join(".")}…` : shown.join(".");
  throw new NotJsonError(what, place === "" ? "the top" : place);
}
