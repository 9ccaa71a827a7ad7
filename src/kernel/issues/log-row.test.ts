import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { digestText, parseDigest } from "../digest/digest.ts";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { type LogEvent, type LogRow, readLogRow, writeLogRow as write } from "./log-row.ts";
import { writeIssue } from "./write-issue.ts";

const writeLogRow = (row: LogRow): string => write(row, sha256);

const D1 = parseDigest(`sha256:${"1".repeat(64)}`);
const AT = "2026-03-01T12:00:00Z";
const ROW = `{"id":"bd-1","title":"one","rev":1}`;

function changed(row: string = ROW, more: object = {}): LogEvent {
  return {
    kind: "changed",
    at: AT,
    mutation: `sha256:${"2".repeat(64)}`,
    action: "issue.add",
    actor: "ann",
    issue: "bd-1",
    rev: 1,
    after: digestText(sha256, row),
    permit: { kind: "human_override" },
    row,
    ...more,
  };
}

const EVENTS: readonly LogEvent[] = [
  { kind: "opened", at: AT, clone: "0123456789ab" },
  changed(),
  changed(ROW, { before: `sha256:${"3".repeat(64)}` }),
  { kind: "adopted", at: AT, rows: { "bd-1": `sha256:${"4".repeat(64)}`, é: `sha256:${"5".repeat(64)}` } },
  { kind: "adopted", at: AT, rows: Object.fromEntries([["__proto__", `sha256:${"4".repeat(64)}`]]) },
  { kind: "voided", at: AT, mutation: `sha256:${"2".repeat(64)}`, event: `sha256:${"6".repeat(64)}` },
  { kind: "voided", at: AT, event: `sha256:${"6".repeat(64)}` },
  { kind: "dropped", at: AT, issues: ["bd-1", "bd-2"] },
  { kind: "dropped", at: AT, mutation: `sha256:${"2".repeat(64)}`, issues: [] },
];

function problemOf(line: string): string {
  const reading = readLogRow(line, utf8, sha256);
  return reading.ok ? "" : reading.problem;
}

describe("a line of the log", () => {
  test.each(EVENTS)("reads back as it was written: $kind", (event) => {
    for (const prev of [D1, undefined]) {
      const row: LogRow = { seq: 7, prev, event };
      expect(readLogRow(writeLogRow(row), utf8, sha256)).toStrictEqual({ ok: true, row });
    }
  });

  test("holds the row of the file as its very text, whatever is in it", () => {
    fc.assert(
      fc.property(arbitraryIssue, fc.string(), (issue, actor) => {
        const text = writeIssue(issue);
        const line = writeLogRow({ seq: 1, prev: D1, event: changed(text, { actor, issue: issue.id }) });
        expect(line.includes("\n")).toBe(false);
        const reading = readLogRow(line, utf8, sha256);
        expect(reading.ok && reading.row.event.kind === "changed" && reading.row.event.row).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("is not fooled by a text that looks like the key of the row", () => {
    const actor = 'x","row":{"id":"evil"}';
    const reading = readLogRow(writeLogRow({ seq: 1, prev: D1, event: changed(ROW, { actor }) }), utf8, sha256);
    expect(reading).toStrictEqual({ ok: true, row: { seq: 1, prev: D1, event: changed(ROW, { actor }) } });
  });

  test("whose row is not the one its digest names is refused", () => {
    const line = writeLogRow({ seq: 1, prev: D1, event: changed() });
    expect(problemOf(line.replace('"title":"one"', '"title":"One"'))).toBe(
      "a byte of it was changed: it is not what its own digest names",
    );
    expect(problemOf(line.replace('"title":"one"', '"title": "one"'))).toBe(
      "a byte of it was changed: it is not what its own digest names",
    );
    const other = writeLogRow({ seq: 1, prev: D1, event: changed(ROW, { after: `sha256:${"0".repeat(64)}` }) });
    expect(problemOf(other)).toBe("the row is not the one that its digest names");
  });

  test.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["no object", "[]"],
    ["no kind", "{}"],
    ["another kind", `{"schema":"tusk.issue.log.v1","seq":0,"kind":"toString","at":"${AT}"}`],
    ["another schema", `{"schema":"tusk.issue.log.v2","seq":0,"kind":"opened","at":"${AT}","clone":"a"}`],
    ["a key too many", `{"schema":"tusk.issue.log.v1","seq":0,"kind":"opened","at":"${AT}","clone":"a","x":1}`],
    ["a key too few", `{"schema":"tusk.issue.log.v1","seq":0,"kind":"opened","at":"${AT}"}`],
    ["a key twice", `{"schema":"tusk.issue.log.v1","seq":0,"seq":0,"kind":"opened","at":"${AT}","clone":"a"}`],
    ["a number that is no count", `{"schema":"tusk.issue.log.v1","seq":-1,"kind":"opened","at":"${AT}","clone":"a"}`],
    ["a digest that is none", `{"schema":"tusk.issue.log.v1","seq":0,"kind":"voided","at":"${AT}","event":"sha256:1"}`],
  ])("with %s is refused with a sentence", (_name, line) => {
    expect(problemOf(line)).not.toBe("");
  });
});
