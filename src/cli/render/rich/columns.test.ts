import * as fc from "fast-check";
import { expect, test } from "vitest";
import { richPaper } from "../../../../tests/support/rich-paper.ts";
import { type Column, joinCells, layOutColumns } from "./columns.ts";
import { displayWidth } from "./display-width.ts";

const COLUMNS: readonly Column[] = [{ head: "ID" }, { head: "TITLE", flexible: true }, { head: "WHO", optional: true }];

function laidOut(width: number, ...rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map((text) => ({ text })));
  return layOutColumns(COLUMNS, cells, { paper: richPaper(), width });
}

test("columns are aligned by what is seen, not by how long the text is", () => {
  expect(laidOut(80, ["bd-1", "日本", "me"], ["bd-10", "abcd", "you"])).toEqual([
    "ID     TITLE  WHO",
    "bd-1   日本   me",
    "bd-10  abcd   you",
  ]);
});

test("a long title is cut so that the line fits", () => {
  expect(laidOut(40, ["bd-1", "a title that is much longer than the screen", "me"])).toEqual([
    "ID    TITLE                          WHO",
    "bd-1  a title that is much longer …  me",
  ]);
});

test("a column that may go goes when the title would become too narrow, or when it is empty", () => {
  expect(laidOut(30, ["bd-1", "a title that is long enough", "somebody"])).toEqual([
    "ID    TITLE",
    "bd-1  a title that is long en…",
  ]);
  expect(laidOut(80, ["bd-1", "short", ""])).toEqual(["ID    TITLE", "bd-1  short"]);
});

test("one long id leaves the titles their half of the screen", () => {
  expect(laidOut(20, ["x".repeat(40), "title", ""])).toEqual(["ID          TITLE", "xxxxxxxxx…  title"]);
});

test("no line is wider than the screen, and none holds a control character", () => {
  const text = fc.string({ unit: "binary", maxLength: 24 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 60 }),
      (rows, width) => {
        for (const line of laidOut(width, ...rows)) {
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
          // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
          expect(line).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
        }
      },
    ),
  );
});

test("cells are cut before they are coloured", () => {
  const paper = richPaper({ color: true });
  const cells = [{ text: "abc" }, { text: "defg", style: "red" }, { text: "never", style: "dim" }] as const;
  expect(joinCells(cells, { paper, width: 6 })).toBe("abc\u001B[31mde…\u001B[0m");
});
