import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { without } from "../../../tests/support/without.ts";
import { foldRow, newerRow, type Standing } from "./fold.ts";
import type { Issue } from "./issue.ts";
import { loadIssueFile } from "./issue-file.ts";
import { parseTimestamp, type Timestamp } from "./timestamp.ts";
import { writeIssue } from "./write-issue.ts";

function at(second: number): Timestamp {
  const moment = parseTimestamp(`2026-02-01T00:00:0${second}Z`);
  if (moment === undefined) throw new Error("no moment");
  return moment;
}

const NEVER = {
  before: (): string => expect.unreachable("the text was asked for"),
  next: (): string => expect.unreachable("the text was asked for"),
};
const BEFORE: Standing = { rev: 3, updated_at: at(5), by: "m", explicit: true };

test.each<[string, Parameters<typeof foldRow>[1], boolean]>([
  ["a higher revision takes over, however old", { rev: 4, updated_at: at(1), by: "a" }, true],
  ["a lower revision does not, however new", { rev: 2, updated_at: at(9), by: "z" }, false],
  ["of one revision the later wins", { rev: 3, updated_at: at(6), by: "a" }, true],
  ["of one revision the earlier loses", { rev: 3, updated_at: at(4), by: "z" }, false],
  ["at one time the greater name wins", { rev: 3, updated_at: at(5), by: "n" }, true],
  ["at one time the lesser name loses", { rev: 3, updated_at: at(5), by: "l" }, false],
  ["a row without a revision is the last line, which wins", { updated_at: at(1) }, true],
])("%s (M01)", (_, next, wins) => {
  const { rev = BEFORE.rev + 1, updated_at, by = "" } = next;
  const standing = { rev, updated_at, by, explicit: next.rev !== undefined };
  expect(foldRow(BEFORE, next, NEVER)).toEqual(wins ? standing : undefined);
});

test("the first row of an issue stands, at revision 0 when it names none (M01)", () => {
  expect(foldRow(undefined, { updated_at: at(1) }, NEVER)).toEqual({
    rev: 0,
    updated_at: at(1),
    by: "",
    explicit: false,
  });
});

test("when all else is equal the greater text stands (M01)", () => {
  const next = { rev: 3, updated_at: at(5), by: "m" };
  const order = (before: string, after: string): boolean =>
    foldRow(BEFORE, next, { before: () => before, next: () => after }) !== undefined;
  expect([order("a", "b"), order("b", "a"), order("a", "a"), order("\uFFFD", "😀")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

const colliding = fc
  .array(
    fc.record({
      issue: arbitraryIssue,
      id: fc.constantFrom("bd-1", "bd-2"),
      rev: fc.integer({ min: 0, max: 2 }),
      second: fc.integer({ min: 0, max: 1 }),
    }),
    { maxLength: 6 },
  )
  .map((rows) => rows.map(({ issue, id, rev, second }): Issue => ({ ...issue, id, rev, updated_at: at(second) })));

function survivors(rows: readonly Issue[]): readonly string[] {
  const file = loadIssueFile(utf8.encode(rows.map((row) => `${writeIssue(row)}\n`).join("")), utf8, "f");
  if (!file.ok) throw new Error(file.message);
  return [...file.issues.values(), ...file.tombstones.values()].map(writeIssue);
}

test("rows with revisions may be merged in any order, and twice (M01)", () => {
  const shuffled = colliding.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length * 2 })),
  );
  fc.assert(
    fc.property(shuffled, ([rows, other]) => {
      expect(survivors(other)).toEqual(survivors(rows));
    }),
  );
});

test("rows without revisions follow the contract: the last line of an id stands (M01)", () => {
  fc.assert(
    fc.property(colliding, (rows) => {
      const plain = rows.map((row) => without(row, "rev", "tombstone"));
      const last = new Map(plain.map((row) => [row.id, writeIssue(row)]));
      expect(survivors(plain)).toEqual(["bd-1", "bd-2"].flatMap((id) => last.get(id) ?? []));
    }),
  );
});

test("of two rows from different files the newer is taken whichever comes first (M01)", () => {
  fc.assert(
    fc.property(colliding, ([left, right]) => {
      if (left === undefined || right === undefined) return;
      expect(writeIssue(newerRow(left, { ...right, id: left.id }))).toBe(
        writeIssue(newerRow({ ...right, id: left.id }, left)),
      );
    }),
  );
});

test.each<[string, Partial<Issue>, Partial<Issue>, "left" | "right"]>([
  ["without revisions the later wins", { updated_at: at(1) }, { updated_at: at(2) }, "right"],
  ["an older row of another tool does not win", { rev: 1, updated_at: at(2) }, { updated_at: at(1) }, "left"],
  ["a newer row of another tool wins", { rev: 1, updated_at: at(1) }, { updated_at: at(2) }, "right"],
  ["at one time the row with a revision stays", { rev: 1, updated_at: at(1) }, { updated_at: at(1) }, "left"],
  ["at one time the row with a revision comes", { updated_at: at(1) }, { rev: 1, updated_at: at(1) }, "right"],
  ["the same row again changes nothing", { updated_at: at(1) }, { updated_at: at(1) }, "left"],
  ["another row of the same time comes", { updated_at: at(1) }, { updated_at: at(1), title: "other" }, "right"],
])("%s (M01)", (_, first, second, expected) => {
  const [base] = fc.sample(arbitraryIssue, { numRuns: 1, seed: 1 });
  if (base === undefined) throw new Error("no issue");
  const row = without({ ...base, title: "t" }, "rev", "by");
  const left: Issue = { ...row, ...first };
  const right: Issue = { ...row, ...second };
  expect(newerRow(left, right)).toBe(expected === "left" ? left : right);
});
