import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type KeyedRows, KeyOrder, keyRows, NotNormal, without } from "./rows.ts";

interface Row {
  readonly key: string;
  readonly value: number;
}

function keyed(rows: readonly Row[]): KeyedRows<Row> {
  return keyRows("toolUse", rows, (row) => row.key, new KeyOrder());
}

function table(...pairs: readonly (readonly [string, number])[]): readonly Row[] {
  return pairs.map(([key, value]) => ({ key, value }));
}

describe("keyRows", () => {
  test("sorts rows by key, by code point (contract 0.5)", () => {
    expect(keyed(table(["\u{1F600}", 1], ["b", 2], ["\uFFFD", 3], ["B", 4])).keys).toEqual([
      "B",
      "b",
      "\uFFFD",
      "\u{1F600}",
    ]);
  });

  test("collapses rows that are equal (contract 1.2, step 3)", () => {
    expect(keyed(table(["b", 2], ["a", 1], ["b", 2], ["a", 1], ["b", 2]))).toEqual({
      keys: ["a", "b"],
      rows: table(["a", 1], ["b", 2]),
    });
  });

  test("refuses rows that share a key and differ, and names the key (contract 1.2, step 3)", () => {
    expect(() => keyed(table(["a", 1], ["b", 2], ["b", 3]))).toThrow(
      new NotNormal("toolUse contains conflicting duplicate toolCallId: b"),
    );
  });

  test("names the conflict that comes first in the file, not the one that sorts first", () => {
    const file = table(["z", 1], ["a", 1], ["z", 2], ["a", 2]);
    expect(() => keyed(file)).toThrow(new NotNormal("toolUse contains conflicting duplicate toolCallId: z"));
  });

  test("names the conflict whose second row comes first, whichever key came first", () => {
    const file = table(["a", 1], ["z", 1], ["z", 2], ["a", 2]);
    expect(() => keyed(file)).toThrow(new NotNormal("toolUse contains conflicting duplicate toolCallId: z"));
  });

  test("answers as a map filled row by row would", () => {
    const row = fc.record({ key: fc.constantFrom("a", "b", "c", "\uFFFD", "\u{1F600}"), value: fc.nat(1) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (file) => {
        expect(answer(() => keyed(file))).toEqual(answer(() => filledRowByRow(file)));
      }),
      { numRuns: 500 },
    );
  });

  test("finds a conflict behind an equal repeat", () => {
    expect(() => keyed(table(["a", 1], ["a", 1], ["a", 2]))).toThrow(
      new NotNormal("toolUse contains conflicting duplicate toolCallId: a"),
    );
  });

  test("sorts each surface by its own keys when they share an order", () => {
    const order = new KeyOrder();
    const sorted = (keys: readonly string[]): readonly string[] => keyRows("toolUse", keys, (key) => key, order).keys;
    expect(sorted(["b", "a"])).toEqual(["a", "b"]);
    expect(sorted(["b", "a"])).toEqual(["a", "b"]);
    expect(sorted(["a", "b"])).toEqual(["a", "b"]);
    expect(sorted(["c", "b", "a"])).toEqual(["a", "b", "c"]);
    expect(sorted([])).toEqual([]);
    expect(sorted(["c", "a", "b"])).toEqual(["a", "b", "c"]);
  });
});

test("what stands on the left and not on the right is kept in order", () => {
  expect(without(["a", "b", "c", "d"], ["b", "d", "e"])).toEqual(["a", "c"]);
  expect(without(["a"], ["b"])).toEqual(["a"]);
  expect(without(["a", "b"], ["a", "b"])).toEqual([]);
  expect(without([], ["a"])).toEqual([]);
});

/** The same by the plainest means: each row meets those before it, and the first stranger ends it. */
function filledRowByRow(file: readonly Row[]): KeyedRows<Row> {
  const met = new Map<string, Row>();
  for (const row of file) {
    const before = met.get(row.key);
    if (before !== undefined && before.value !== row.value)
      throw new NotNormal(`toolUse contains conflicting duplicate toolCallId: ${row.key}`);
    met.set(row.key, before ?? row);
  }
  const rows = [...met.values()].toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return { keys: rows.map((row) => row.key), rows };
}

function answer(work: () => KeyedRows<Row>): KeyedRows<Row> | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotNormal) return error.message;
    throw error;
  }
}
