import type { NumberReading } from "./number.ts";
import type { CareNumber } from "./scan.ts";
import type { JsonNumber } from "./value.ts";

/** Past this only the sign of an exponent matters. */
const EXPONENT_LIMIT = 1e12;

/**
 * Puts back, in place, the numbers that `JSON.parse` could not keep (contract 0.3), as they are to be read. Needs a tree whose keys stand in document
 * order, without repeats. False when one of them is out of range, which only the tokenizer may judge: skipped values have no range.
 */
export function restoreNumbers(root: unknown, care: readonly CareNumber[], numbers: NumberReading): unknown {
  let met = 0;
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
    const here = met;
    met += 1;
    if (next?.ordinal !== here) return value;
    index += 1;
    const exact = exactNumber(next.literal, numbers);
    if (exact === undefined) outOfRange = true;
    return exact ?? value;
  }

  const restored = visit(root);
  return outOfRange ? undefined : restored;
}

function exactNumber(text: string, numbers: NumberReading): JsonNumber | undefined {
  const negative = text.startsWith("-");
  const mark = text.search(/[eE]/);
  const mantissa = text.slice(negative ? 1 : 0, mark < 0 ? undefined : mark);
  const point = mantissa.indexOf(".");
  return numbers({
    negative,
    whole: point < 0 ? mantissa : mantissa.slice(0, point),
    fraction: point < 0 ? "" : mantissa.slice(point + 1),
    exponent: mark < 0 ? undefined : Math.max(-EXPONENT_LIMIT, Math.min(EXPONENT_LIMIT, Number(text.slice(mark + 1)))),
  });
}
