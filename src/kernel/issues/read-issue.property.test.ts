import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { Cursor } from "../json/cursor.ts";
import { decodeShape } from "../json/decode.ts";
import { positionOf, problemText, Unreadable } from "../json/problem.ts";
import { type IssueWire, ISSUE } from "./issue-shape.ts";
import { type IssueReading, issueOf, readIssue } from "./read-issue.ts";
import { writeIssue } from "./write-issue.ts";

/** What the tokenizer alone answers, without the native parser. */
function readByTokenizer(bytes: Uint8Array): IssueReading {
  const cursor = new Cursor(bytes, utf8);
  try {
    const value = decodeShape(cursor, ISSUE, []);
    if (cursor.next() !== -1) cursor.failNext("trailing characters");
    return { ok: true, issue: issueOf(value as unknown as IssueWire) };
  } catch (stop) {
    if (!(stop instanceof Unreadable)) throw stop;
    return { ok: false, problem: problemText({ reason: stop.message, ...positionOf(bytes, stop.offset) }) };
  }
}

/** Texts that change what a row means: other numbers, other forms, repeated and renamed keys. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/"priority":-?\d+/, '"priority":2.0'],
  [/"priority":-?\d+/, '"priority":1e1'],
  [/"priority":-?\d+/, '"priority":99999999999'],
  [/"issue_type":"\w+"/, '"issue_type":"story"'],
  [/"issue_type":"\w+"/, '"issue_type":" Task "'],
  [/"type":/, '"dep_type":'],
  [/"type":/, '"dep_type":"x","type":'],
  [/"status":/, '"status":"s","status":'],
  [/"rev":/, '"rev":1.0,"rev":'],
  [/"title":/, '"titel":'],
  [/"ephemeral":/, '"lease":null,"ephemeral":'],
  [/"ephemeral":/, '"labels":null,"ephemeral":'],
  [/(\d\d:\d\d:\d\d)[.\d]*Z/, "$1+01:30"],
  [/(\d\d:\d\d:\d\d)[.\d]*Z/, "$1"],
  [/:/, " : "],
  [/$/, " "],
];

const rows = fc
  .tuple(arbitraryIssue, fc.subarray([...REPLACEMENTS], { maxLength: 3 }))
  .map(([issue, changes]) => changes.reduce((row, [found, put]) => row.replace(found, put), writeIssue(issue)));

/** Rows of which one byte may have been flipped. */
function flipped(to: fc.Arbitrary<number>): fc.Arbitrary<Uint8Array> {
  return fc.tuple(rows, fc.option(fc.tuple(fc.nat(), to))).map(([row, flip]) => {
    const bytes = Uint8Array.from(utf8.encode(row));
    if (flip !== null) bytes[flip[0] % bytes.length] = flip[1];
    return bytes;
  });
}

const anyByte = fc.integer({ min: 0, max: 255 });
// A point or an exponent makes a fraction of a long number, and such fractions move when they are read (contract 0.3).
const noFraction = anyByte.filter((byte) => ![0x2e, 0x45, 0x65].includes(byte));

test("the fast path gives of a row what the tokenizer alone gives, problems and places too (M01)", () => {
  fc.assert(
    fc.property(flipped(anyByte), (bytes) => {
      expect(readIssue(bytes, utf8)).toEqual(readByTokenizer(bytes));
    }),
    { numRuns: 1500 },
  );
});

test("no bytes make the reader throw, and what it takes it can write and take again (K14)", () => {
  fc.assert(
    fc.property(flipped(noFraction), (bytes) => {
      const reading = readIssue(bytes, utf8);
      if (!reading.ok || reading.issue.missingTimestamps === true) return;
      expect(readIssue(utf8.encode(writeIssue(reading.issue)), utf8)).toEqual(reading);
    }),
    { numRuns: 1500 },
  );
});
