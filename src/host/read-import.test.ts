import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { sampleIssue } from "../../tests/support/sample-issue.ts";
import { writeIssue } from "#kernel";
import { readBeadsRows, readJsonlRows } from "./read-import.ts";

const TIMES = '"created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:00Z"';

test("a beads file is read row by row; blank lines and comments are passed over", () => {
  const text = `{"id":"a","title":"Issue a",${TIMES}}\r\n\n# note\n{"id":"b","title":"Issue b",${TIMES}}`;
  expect(readBeadsRows(utf8.encode(text), utf8)).toEqual({
    ok: true,
    rows: [sampleIssue("a"), sampleIssue("b")].map(writeIssue),
  });
});

test.each([
  [`{"id":"a","title":"t"}\n{"title":"t"}\n`, "line 2: no id"],
  ["\n\n[]\n", "line 3: a row is an object"],
])("one bad row of a beads file refuses all: %j", (text, problem) => {
  expect(readBeadsRows(utf8.encode(text), utf8)).toEqual({ ok: false, problem });
});

test("bytes that are no text are refused with their line", () => {
  expect(readBeadsRows(Uint8Array.of(0x0a, 0xff), utf8)).toEqual({ ok: false, problem: "line 2: not UTF-8" });
});

test("a file of our own brings deleted issues too, each id once", () => {
  const gone = sampleIssue("b", { status: "closed", tombstone: true });
  const rows = [sampleIssue("a", { title: "old", rev: 1 }), sampleIssue("a", { title: "new", rev: 2 }), gone];
  const bytes = utf8.encode(rows.map((row) => `${writeIssue(row)}\n`).join(""));
  expect(readJsonlRows(bytes, utf8, "x.jsonl")).toEqual({
    ok: true,
    rows: [sampleIssue("a", { title: "new", rev: 2 }), gone].map(writeIssue),
  });
});

test("a file of our own that is torn or holds anything else is refused", () => {
  const torn = readJsonlRows(utf8.encode('{"id":"a"'), utf8, "x.jsonl");
  expect(torn).toEqual({ ok: false, problem: "line 1: the last line is torn" });
  const bad = readJsonlRows(utf8.encode('{"id":1}\n'), utf8, "x.jsonl");
  expect(bad).toMatchObject({ ok: false, problem: expect.stringMatching(/^line 1: parse error: /) });
});
