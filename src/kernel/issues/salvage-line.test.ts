import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { salvageLine } from "./salvage-line.ts";
import { writeIssue } from "./write-issue.ts";

/** What is kept and what is left of a line, as text. */
function salvage(line: string | Uint8Array): { readonly rows: readonly string[]; readonly rest: readonly string[] } {
  const { rows, rest } = salvageLine(typeof line === "string" ? Buffer.from(line) : line, utf8);
  const text = (part: Uint8Array): string => Buffer.from(part).toString("latin1");
  return { rows: rows.map(text), rest: rest.map(text) };
}

const ONE = `{"id":"bd-1","title":"one"}`;
const TWO = `{"id":"bd-2","title":"two","metadata":{"id":"x"}}`;

test.each([
  ["two rows that lost the newline between them", `${ONE}${TWO}`, [ONE, TWO], []],
  ["another byte in the newline's place", `${ONE}x${TWO}`, [TWO], [`${ONE}x`]],
  ["white space in the newline's place", `${ONE} ${TWO}\r`, [ONE, TWO], [" ", "\r"]],
  ["a row behind a torn one", `{"id":"bd-0","tit${ONE}`, [ONE], [`{"id":"bd-0","tit`]],
  ["a torn row behind a whole one", `${ONE}{"id":"bd-2","ti`, [ONE], [`{"id":"bd-2","ti`]],
  ["three in a row, the second damaged", `${ONE}{"id":"bd-9"}${TWO}`, [ONE, TWO], [`{"id":"bd-9"}`]],
  ["nothing that is a row", "{{{no row", [], ["{{{no row"]],
  [
    "an object inside a row that could be one",
    `x{"id":"a","title":"t","metadata":{"id":"b","title":"u"}}`,
    [`{"id":"a","title":"t","metadata":{"id":"b","title":"u"}}`],
    ["x"],
  ],
  ["nothing", "", [], []],
])("%s", (_name, line, rows, rest) => {
  expect(salvage(line)).toStrictEqual({ rows, rest });
});

test("bytes that are no text are left, rows beside them are kept", () => {
  const line = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(ONE)]);
  expect(salvage(line)).toStrictEqual({ rows: [ONE], rest: ["\u00FF\0"] });
});

test("whatever the line, no byte is lost and what is kept reads as rows", () => {
  const row = arbitraryIssue.map((issue) => Buffer.from(writeIssue(issue)));
  const junk = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          row,
          junk,
          row.map((bytes) => bytes.subarray(0, bytes.length / 2)),
        ),
        { maxLength: 5 },
      ),
      (parts) => {
        const line = Buffer.concat(parts);
        const { rows, rest } = salvageLine(line, utf8);
        const places = [...rows, ...rest].map((part) => [part.byteOffset - line.byteOffset, part.length] as const);
        let end = 0;
        for (const [start, length] of places.toSorted(([one], [other]) => one - other)) {
          expect(start).toBe(end);
          end += length;
        }
        expect(end).toBe(line.length);
        for (const kept of rows) expect(salvageLine(kept, utf8)).toStrictEqual({ rows: [kept], rest: [] });
      },
    ),
    { numRuns: 300 },
  );
});

test("a line of nothing but beginnings takes no long time", () => {
  expect(salvage(`{"id":`.repeat(100_000)).rows).toStrictEqual([]);
}, 10_000);
