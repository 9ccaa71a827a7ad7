import { expect, test } from "vitest";
import { listPage, PAGE_BYTES } from "./list-page.ts";

test("a page begins where it is asked for and says where the next one begins", () => {
  const items = ["a", "b", "c"];
  expect([
    listPage(items, { offset: 0, limit: 2 }),
    listPage(items, { offset: 2, limit: 2 }),
    listPage(items, { offset: 9, limit: 2 }),
  ]).toStrictEqual([
    { items: ["a", "b"], next_offset: 2 },
    { items: ["c"], next_offset: null },
    { items: [], next_offset: null },
  ]);
});

test("a page never takes more bytes than a page has, and always at least one item", () => {
  const items = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(1000, "\n"));
  const page = listPage(items, { offset: 10, limit: 90 });
  expect(Buffer.byteLength(JSON.stringify(page.items))).toBeLessThanOrEqual(PAGE_BYTES);
  expect(page.next_offset).toBe(10 + page.items.length);
  const huge = "x".repeat(2 * PAGE_BYTES);
  expect(listPage([huge, huge], { offset: 0, limit: 2 })).toStrictEqual({ items: [huge], next_offset: 1 });
});
