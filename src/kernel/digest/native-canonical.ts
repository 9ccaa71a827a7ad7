import { isPlainNumber } from "./native-copy.ts";

/** Whether `JSON.stringify` of a value is its canonical text: keys in order, numbers that both write alike. */
export function isNativelyCanonical(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return isPlainNumber(value);
  if (typeof value === "boolean" || value === null) return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isNativelyCanonical);
  return isPlainObject(value);
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  let last: string | undefined;
  for (const key of Object.keys(value)) {
    // Code units and code points sort alike below the surrogates; keys beyond them go the slow way.
    if ((last !== undefined && key <= last) || !ASCII.test(key)) return false;
    if (!isNativelyCanonical(Reflect.get(value, key))) return false;
    last = key;
  }
  return true;
}

const ASCII = /^[\u0000-\u007F]*$/;
