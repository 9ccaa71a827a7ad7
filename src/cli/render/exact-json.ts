import { canonicalJson, Float } from "#kernel";
import type { Paper } from "./paper.ts";
import { printPieces } from "./print-json.ts";

/** Prints JSON as `printJson` lays it out, every number in the form in which it was read: `1.0` stays `1.0`. */
export function printExactJson(value: object, paper: Paper): void {
  printPieces([exactJson(value), "\n"], paper);
}

/** `JSON.stringify(value, null, 2)` for values that hold exact numbers. Keys keep their order, absent ones are left out. */
export function exactJson(value: unknown, indent = ""): string {
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) return canonicalJson(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return wrapped(
      value.map((item) => exactJson(item, deeper)),
      "[]",
      indent,
    );
  const members = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${exactJson(entry, deeper)}`);
  return wrapped(members, "{}", indent);
}

function wrapped(items: readonly string[], [open = "", close = ""]: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(",\n")}\n${indent}${close}`;
}
