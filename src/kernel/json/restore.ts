import { numberOf } from "./number.ts";
import type { CareNumber } from "./scan.ts";
import type { JsonNumber } from "./value.ts";

/**
 * Puts back, in place, the numbers that `JSON.parse` could not keep (contract 0.3). Needs a tree whose keys stand in document
 * order, without repeats. False when one of them is out of range, which only the tokenizer may judge: skipped values have no range.
 */
export function restoreNumbers(root: unknown, care: readonly CareNumber[], literal: (start: number, end: number) => string): unknown {
  let numbers = 0;
  let index = 0;
  let outOfRange = false;

  function visit(value: unknown): unknown {
    if (typeof value === "number") return replaced(value);
    if (Array.isArray(value)) return visitList(value);
    return typeof value === "object" && value !== null ? visitObject(value as Record<string, unknown>) : value;
  }

  function visitList(items: unknown[]): unknown[] {
    for (let at = 0; at < items.length; at++) items[at] = visit(items[at]);
    return items;
  }

  function visitObject(entries: Record<string, unknown>): Record<string, unknown> {
    for (const key in entries) {
      const value = entries[key];
      // Assigning to an own key, `__proto__` included, never reaches the prototype.
      if (typeof value === "number" || typeof value === "object") entries[key] = visit(value);
    }
    return entries;
  }

  function replaced(value: number): number | JsonNumber {
    const next = care[index];
    const here = numbers;
    numbers += 1;
    if (next?.ordinal !== here) return value;
    index += 1;
    const exact = exactNumber(literal(next.start, next.end));
    if (exact === undefined) outOfRange = true;
    return exact ?? value;
  }

  const restored = visit(root);
  return outOfRange ? undefined : restored;
}

function exactNumber(text: string): JsonNumber | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const whole = parts?.[2];
  if (parts === null || whole === undefined) return undefined;
  const exponent = parts[4] === undefined ? undefined : Math.max(-1e12, Math.min(1e12, Number(parts[4])));
  return numberOf({ negative: parts[1] === "-", whole, fraction: parts[3] ?? "", exponent });
}
