import { expect, test } from "vitest";
import { HitPage } from "./hit-page.ts";
import type { LineRow } from "./search-rows.ts";

const row = (file: number, line: number, isMatch: boolean): LineRow => ({ file, line, offset: line * 10, isMatch });

test("only the hits of the page are kept, each with the lines beside it, and all are counted", () => {
  const page = new HitPage({ offset: 1, limit: 2 }, 1);
  const rows = [row(0, 4, true), row(0, 5, true), row(0, 6, false), row(1, 6, false), row(1, 7, true), row(1, 9, true)];
  for (const each of rows) page.add(each);
  expect(page.takeKept()).toStrictEqual([
    { row: row(0, 5, true), before: [row(0, 4, true)], after: [row(0, 6, false)] },
    { row: row(1, 7, true), before: [row(1, 6, false)], after: [] },
  ]);
  expect([page.total, page.takeKept()]).toStrictEqual([4, []]);
});

test("the places of another batch are other files", () => {
  const page = new HitPage({ offset: 0, limit: 9 }, 2);
  page.add(row(0, 1, true));
  page.takeKept();
  page.add(row(0, 2, true));
  expect(page.takeKept()).toStrictEqual([{ row: row(0, 2, true), before: [], after: [] }]);
});
