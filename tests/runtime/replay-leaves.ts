import type { JsonObject } from "#kernel";

type Path = readonly (string | number)[];

/** The places of every text, number and truth in a value. */
export function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, [...path, at]));
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return [path];
}

/** The same value with one place said otherwise. */
export function changedLeaf(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return otherwise(value);
  if (Array.isArray(value)) return value.with(Number(first), changedLeaf(value[Number(first)], rest));
  const object = value as JsonObject;
  return { ...object, [first]: changedLeaf(object[first], rest) };
}

const DIGEST = /[0-9a-f]{64}$/;

function otherwise(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "x";
  // A digest stays one.
  return DIGEST.test(value) ? `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}` : `${value}x`;
}
