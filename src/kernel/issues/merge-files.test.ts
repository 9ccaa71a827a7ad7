import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { at, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { without } from "../../../tests/support/without.ts";
import type { Issue } from "./issue.ts";
import { type IssueFile, loadIssueFile } from "./issue-file.ts";
import { mergeFiles } from "./merge-files.ts";
import { snapshotRef } from "./snapshot-ref.ts";
import { writeIssue } from "./write-issue.ts";

function merge(base: string, ours: string, theirs: string): ReturnType<typeof mergeFiles> {
  return mergeFiles({ base: utf8.encode(base), ours: utf8.encode(ours), theirs: utf8.encode(theirs) }, utf8);
}

function textOf(rows: readonly Issue[]): string {
  return rows.map((row) => `${writeIssue(row)}\n`).join("");
}

const moment = (second: number) => at(`2026-02-01T00:00:0${second}Z`);
const FIRST = sampleIssue("bd-1", { rev: 1, by: "a" });
const SECOND = sampleIssue("bd-2", { rev: 1, by: "a" });
const TITLE: Issue = { ...FIRST, rev: 2, by: "a", title: "here", updated_at: moment(1) };
const PRIORITY: Issue = { ...FIRST, rev: 2, by: "b", priority: 0, updated_at: moment(2) };
const BOTH = sampleIssue("bd-1", { title: "here", priority: 0, updated_at: moment(2) });

describe("two issue files become one (ENGINE 8)", () => {
  test("ours, then what only theirs has, then the rows that make both edits stand", () => {
    const base = `# list\n${textOf([SECOND, FIRST])}`;
    const there = sampleIssue("bd-3", { rev: 1, by: "b" });
    expect(merge(base, `${base}${textOf([TITLE])}`, `${base}# more\n${textOf([PRIORITY, there])}`)).toEqual({
      ok: true,
      text: `${base}${textOf([TITLE])}# more\n${textOf([PRIORITY, there, BOTH])}`,
    });
  });

  test("nothing is added where the row that stands says it all", () => {
    const base = textOf([FIRST, SECOND]);
    const older: Issue = { ...FIRST, rev: 2, by: "a", title: "older", updated_at: moment(1) };
    const newer: Issue = { ...FIRST, rev: 2, by: "b", title: "newer", updated_at: moment(2) };
    const closed: Issue = { ...SECOND, rev: 2, by: "a", status: "closed", updated_at: moment(3) };
    expect(merge(base, textOf([FIRST, newer, SECOND]), base + textOf([older, closed]))).toEqual({
      ok: true,
      text: textOf([FIRST, newer, SECOND, older, closed]),
    });
    expect(merge(base, base, base)).toEqual({ ok: true, text: base });
    expect(merge("", "", "")).toEqual({ ok: true, text: "" });
  });

  test("a file that was rewritten without revisions does not bring old rows back", () => {
    const old = without(FIRST, "rev", "by");
    const changed: Issue = { ...old, title: "rewritten", updated_at: moment(3) };
    for (const [ours, theirs] of [
      [changed, old],
      [old, changed],
    ] as const) {
      const result = merge(textOf([old]), textOf([ours]), textOf([theirs]));
      expect(result.ok && result.text.split("\n").at(-2)).toBe(writeIssue(changed));
    }
  });

  test("a last row without its newline is a row, and the next one does not touch it", () => {
    const base = textOf([FIRST]);
    expect(merge(base, base + writeIssue(TITLE), base + writeIssue(PRIORITY))).toEqual({
      ok: true,
      text: textOf([FIRST, TITLE, PRIORITY, BOTH]),
    });
  });

  test("of a deletion and a newer edit the edit stands, of a newer deletion the deletion", () => {
    const base = textOf([FIRST]);
    const deleted: Issue = { ...FIRST, rev: 2, by: "b", tombstone: true, updated_at: moment(2) };
    const later: Issue = { ...TITLE, updated_at: moment(3) };
    expect(merge(base, base + textOf([later]), base + textOf([deleted]))).toEqual({
      ok: true,
      text: textOf([FIRST, later, deleted]),
    });
    expect(merge(base, base + textOf([TITLE]), base + textOf([deleted]))).toEqual({
      ok: true,
      text: textOf([FIRST, TITLE, deleted]),
    });
  });

  const good = textOf([FIRST]);
  test.each<[string, readonly [string, string, string], string]>([
    ["ours is no file of rows", [good, `${good}{"id":1}\n`, good], "ours cannot be read: line 2: parse error: "],
    [
      "theirs has a NUL",
      [good, good, "\0"],
      "theirs cannot be read: corrupted substrate: theirs: contains NUL byte(s)",
    ],
    ["the base is no JSON", ["x\n", good, good], "base cannot be read: line 1: parse error: "],
    ["theirs is torn", [good, good, `${good}{"id":`], "theirs cannot be merged: its last line is torn"],
    ["ours has a conflict", [good, `<<<<<<< a\n${good}`, good], "ours cannot be merged: line 1 is a conflict marker"],
  ])("nothing is merged when %s", (_, [base, ours, theirs], message) => {
    const result = merge(base, ours, theirs);
    expect(result).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

/** One small edit of one of two issues, by our store or by a tool that knows no revisions. */
const edit = fc.record({
  id: fc.constantFrom("bd-1", "bd-2", "bd-3"),
  change: fc.oneof(
    fc.record({ title: fc.constantFrom("t", "u") }),
    fc.record({ priority: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ labels: fc.subarray(["a", "b", "c"]) }),
    fc.record({
      metadata: fc.dictionary(fc.constantFrom("k", "l"), fc.integer({ min: 0, max: 2 }), { noNullPrototype: true }),
    }),
    fc.record({ status: fc.constantFrom("open", "closed"), token: fc.integer({ min: 0, max: 2 }) }),
    fc.constant({ tombstone: true } as const),
  ),
  second: fc.integer({ min: 0, max: 3 }),
  isRevised: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** What a side makes of a file: appended rows, and at the end perhaps only those that stand. */
function edited(text: string, by: string, edits: readonly Edit[], isCompacted: boolean): string {
  const after = edits.reduce((before, { id, change, second, isRevised }) => {
    const { rows, standings } = load(before);
    const issue = without(rows.get(id) ?? sampleIssue(id), "rev", "by", "tombstone");
    const own = isRevised ? { rev: (standings.get(id)?.rev ?? 0) + 1, by } : {};
    return before + textOf([{ ...issue, ...change, ...own, updated_at: moment(second) }]);
  }, text);
  return isCompacted ? textOf([...load(after).rows.values()]) : after;
}

function load(
  text: string,
): Pick<IssueFile, "standings"> & { readonly rows: ReadonlyMap<string, Issue>; readonly ref: string } {
  const file = loadIssueFile(utf8.encode(text), utf8, "f");
  if (!file.ok) throw new Error(file.message);
  const { issues, tombstones, standings } = file;
  return { rows: new Map([...issues, ...tombstones]), standings, ref: snapshotRef(issues.values(), sha256) };
}

const edits = fc.array(edit, { maxLength: 4 });
const history = fc.record({
  before: edits,
  here: edits,
  there: edits,
  tidyHere: fc.boolean(),
  tidyThere: fc.boolean(),
});

test("the merged file says the same whichever side is ours, holds every line of both, and merges with itself to itself", () => {
  fc.assert(
    fc.property(history, ({ before, here, there, tidyHere, tidyThere }) => {
      const base = edited("", "z", before, false);
      const [ours, theirs] = [edited(base, "a", here, tidyHere), edited(base, "b", there, tidyThere)];
      const [one, other] = [merge(base, ours, theirs), merge(base, theirs, ours)];
      if (!one.ok || !other.ok) throw new Error("a side cannot be read");
      expect(load(other.text).ref).toBe(load(one.text).ref);
      expect([...load(other.text).rows.keys()]).toEqual([...load(one.text).rows.keys()]);
      expect(one.text.startsWith(ours)).toBe(true);
      const lines = new Set(one.text.split("\n"));
      expect(theirs.split("\n").filter((line) => !lines.has(line))).toEqual([]);
      expect(merge(base, one.text, one.text)).toEqual(one);
    }),
    { numRuns: 500 },
  );
});

test("an edit of one side alone stands after the merge, whatever rows came before it", () => {
  fc.assert(
    fc.property(history, ({ before, there, tidyThere }) => {
      const base = edited("", "z", before, false);
      const theirs = edited(base, "b", there, tidyThere);
      for (const result of [merge(base, base, theirs), merge(base, theirs, base)])
        expect(result.ok && load(result.text).ref).toBe(load(theirs).ref);
    }),
  );
});
