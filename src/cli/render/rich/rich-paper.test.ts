import { expect, test } from "vitest";
import { screenOf } from "./rich-paper.ts";

test.each([
  [{}, {}, { columns: 80, rows: 24, boxes: true }],
  [{}, { columns: 132, rows: 50 }, { columns: 132, rows: 50, boxes: true }],
  [
    { COLUMNS: "40", LINES: "10" },
    { columns: 132, rows: 50 },
    { columns: 40, rows: 10, boxes: true },
  ],
  [
    { COLUMNS: "wide", LINES: "0", TERM: "dumb" },
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24, boxes: false },
  ],
])("the screen of %j on %j is %j", (environment, terminal, screen) => {
  expect(screenOf(environment, terminal)).toEqual(screen);
});
