import { parseDigest } from "./digest.ts";
import { isPlainList } from "./plain-list.ts";

/*
 * What a row as it usually comes is made of. Each check says yes only where `JSON.stringify` and the canonical writer agree;
 * a no is for the long way to explain.
 */

/** Something that has fields, whatever its type says. */
export function isObject<T>(value: T | undefined | null): value is T & object {
  return typeof value === "object" && value !== null;
}

/** An object that is so many visible keys and nothing else: no class, no symbol, no hidden key. */
export function isPlainObject(value: unknown, keys: number): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.keys(value).length === keys &&
    Object.getOwnPropertyNames(value).length === keys &&
    Object.getOwnPropertySymbols(value).length === 0
  );
}

/** How many of these are there. */
export function countPresent(...given: readonly unknown[]): number {
  let present = 0;
  for (let at = 0; at < given.length; at++) if (given[at] !== undefined) present += 1;
  return present;
}

/** A text that has UTF-8. */
export function isPlainText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** The same, or nothing at all. */
export function isPlainTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || isPlainText(value);
}

/** A whole number from 0. */
export function isPlainCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && !Object.is(value, -0);
}

let lastDigest: string | undefined;

/** A digest by its form. The calls of one reply name the same one: the last is not looked at again. */
export function isPlainDigest(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (value === lastDigest) return true;
  if (parseDigest(value) === undefined) return false;
  lastDigest = value;
  return true;
}

/** A frozen copy of a list that is its items and nothing else, all of them texts; undefined where it is not. */
export function frozenTexts(given: unknown): readonly string[] | undefined {
  if (!isPlainList(given)) return undefined;
  const copy: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const text = given[at];
    if (!isPlainText(text)) return undefined;
    copy.push(text);
  }
  return Object.freeze(copy);
}
