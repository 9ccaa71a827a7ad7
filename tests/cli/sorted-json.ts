import { expect } from "vitest";

/** Printed JSON is laid out as `JSON.stringify(value, null, 2)` and its keys are sorted at every level (contract 0.2). */
export function expectSortedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  expect(text).toBe(`${JSON.stringify(value, null, 2)}\n`);
  expect(JSON.stringify(value)).toBe(JSON.stringify(sorted(value)));
  return value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}
