import * as fc from "fast-check";
import { expect, test } from "vitest";
import { byNaturalOrder } from "./natural-order.ts";

test("ids are ordered as people count", () => {
  const ids = ["bd-10", "bd-2", "a-1", "bd-1", "bd-02", "bd", "bd-2-b", "bd-2-a", "bd-100000000000000000001", "bd-99"];
  expect(ids.toSorted(byNaturalOrder)).toEqual([
    "a-1",
    "bd",
    "bd-1",
    "bd-02",
    "bd-2",
    "bd-2-a",
    "bd-2-b",
    "bd-10",
    "bd-99",
    "bd-100000000000000000001",
  ]);
});

test("the order is total: two ids are equal only when they are the same", () => {
  const id = fc.stringMatching(/^[a-b0-1-]{0,6}$/);
  fc.assert(
    fc.property(id, id, id, (one, two, three) => {
      const order = Math.sign(byNaturalOrder(one, two));
      expect(order === 0).toBe(one === two);
      expect(Math.sign(byNaturalOrder(two, one))).toBe(order === 0 ? 0 : -order);
      if (order < 0 && byNaturalOrder(two, three) < 0) expect(byNaturalOrder(one, three)).toBeLessThan(0);
    }),
  );
});
