import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Digest, type Json, parseTimestamp } from "#kernel";
import { sha256, utf8 } from "#platform";
import type { RowEvent } from "./event-text.ts";
import { readJournalRow, writeJournalRow } from "./journal-row.ts";
import { walkJournal } from "./walk-journal.ts";

const CODEC = { utf8, sha256 };
const AT = parseTimestamp("2026-03-01T12:00:00Z") ?? expect.fail();

function linesOf(
  events: readonly RowEvent[],
  first: { seq: number; prev: Digest | undefined } = { seq: 0, prev: undefined },
): readonly string[] {
  let { seq, prev } = first;
  return events.map((event) => {
    const { line, self } = writeJournalRow({ seq, prev, at: AT, event }, CODEC);
    seq += 1;
    prev = self;
    return line;
  });
}

const EVENTS = Array.from({ length: 6 }, (_, n) => ({ kind: "said", n, text: "é\n{" }));
const LINES = linesOf(EVENTS);
const [ROW0 = "", ROW1 = "", ROW2 = "", ROW3 = "", ROW4 = "", ROW5 = ""] = LINES;

/** Rows that hold, what a crash left, and the damage, of lines that are joined as given. */
function walked(text: string | Uint8Array): { rows: number; mends: readonly object[]; damage: object | undefined } {
  const { rows, mends, damage } = walkJournal(typeof text === "string" ? utf8.encode(text) : text, CODEC);
  expect(rows.map(({ event }) => event)).toStrictEqual(EVENTS.slice(0, rows.length));
  return { rows: rows.length, mends, damage };
}

function textOf(...lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function bytesIn(text: string): number {
  return utf8.encode(text).length;
}

const CHANGED = "a byte of it was changed: it is not what its own digest names";

describe("a journal that is as it was written", () => {
  test("gives every row with its place, of any events (R12)", () => {
    const event = fc
      .dictionary(
        fc.string({ unit: "binary" }).map((key) => `x${key}`),
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.maxSafeInteger(),
          fc.array(fc.boolean(), { maxLength: 3 }),
        ) as fc.Arbitrary<Json>,
        { maxKeys: 3, noNullPrototype: true },
      )
      .map((rest) => ({ kind: "k", ...rest }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const lines = linesOf(events);
        const bytes = utf8.encode(textOf(...lines));
        const { rows, mends, damage } = walkJournal(bytes, CODEC);
        expect({ mends, damage }).toStrictEqual({ mends: [], damage: undefined });
        expect(
          rows.map((row) => [row.seq, row.line, utf8.decode(bytes, row.offset, row.offset + row.length)]),
        ).toStrictEqual(lines.map((line, at) => [at, at + 1, line]));
      }),
      { numRuns: 100 },
    );
  });

  test("is nothing when there is nothing", () => {
    expect(walked("")).toStrictEqual({ rows: 0, mends: [], damage: undefined });
  });
});

describe("what a crash leaves (R12)", () => {
  const start = bytesIn(textOf(ROW0, ROW1));
  test("a row that was never finished, cut at every byte, even inside a character", () => {
    const whole = utf8.encode(textOf(ROW0, ROW1, ROW2));
    for (let end = start + 1; end < whole.length - 1; end++)
      expect(walked(whole.subarray(0, end))).toStrictEqual({
        rows: 2,
        mends: [{ kind: "torn", line: 3, offset: start, length: end - start }],
        damage: undefined,
      });
  });
  test("a last row that lacks only its newline is whole", () => {
    expect(walked(textOf(ROW0) + ROW1)).toStrictEqual({
      rows: 2,
      mends: [{ kind: "unended", line: 2, offset: start - 1, length: 0 }],
      damage: undefined,
    });
  });
  test("a tail of NUL bytes", () => {
    expect(walked(`${textOf(ROW0, ROW1)}${"\0".repeat(512)}`)).toStrictEqual({
      rows: 2,
      mends: [{ kind: "torn", line: 3, offset: start, length: 512 }],
      damage: undefined,
    });
  });
  test("rows without a newline between them, however many", () => {
    expect(walked(`${ROW0}${ROW1}${ROW2}\n${ROW3}\n`)).toStrictEqual({
      rows: 4,
      mends: [ROW0, ROW0 + ROW1].map((text) => ({ kind: "glued", line: 1, offset: bytesIn(text), length: 0 })),
      damage: undefined,
    });
  });
  test("a row that was glued to one that was never finished (pain 4)", () => {
    for (const length of [1, 15, 60, 100, 200, 240]) {
      const torn = utf8.encode(ROW2).subarray(0, length);
      const bytes = Buffer.concat([utf8.encode(textOf(ROW0, ROW1)), torn, utf8.encode(textOf(ROW2, ROW3))]);
      expect(walked(bytes)).toStrictEqual({
        rows: 4,
        mends: [
          { kind: "torn", line: 3, offset: start, length },
          { kind: "glued", line: 3, offset: start + length, length: 0 },
        ],
        damage: undefined,
      });
    }
  });
  test("glued rows of which the last was never finished", () => {
    expect(walked(`${ROW0}${ROW1}${ROW2.slice(0, 50)}`)).toMatchObject({
      rows: 2,
      mends: [{ kind: "glued" }, { kind: "torn", length: 50 }],
      damage: undefined,
    });
  });
});

describe("what no crash leaves is named with its line and its byte (M14)", () => {
  const place = (line: number) => ({ line, offset: bytesIn(textOf(...LINES.slice(0, line - 1))) });
  const found = (rows: number, damage: object) => ({ rows, mends: [], damage });

  test("a changed byte, in the last row too", () => {
    for (const line of [1, 3, 6]) {
      const row = LINES[line - 1] ?? "";
      const changed = row.replace('"kind":"said"', '"kind":"Said"');
      expect(walked(textOf(...LINES).replace(row, changed))).toStrictEqual(
        found(line - 1, { kind: "changed", ...place(line), problem: CHANGED }),
      );
    }
  });
  test("a row that was changed and sealed anew: the next one does not follow it", () => {
    const forged = linesOf([{ kind: "said", n: 99 }], rowAfter(ROW1))[0] ?? "";
    const { rows, damage } = walkJournal(utf8.encode(textOf(ROW0, ROW1, forged, ROW3)), CODEC);
    expect(rows).toHaveLength(3);
    expect(damage).toMatchObject({
      kind: "forked",
      line: 4,
      problem: "it is row 3 of another history: the row before it is not the one it names",
    });
  });
  test("missing rows: at the beginning, one, several", () => {
    expect(walked(textOf(ROW1, ROW2))).toStrictEqual(
      found(0, { kind: "missing", ...place(1), problem: "it is row 1, and row 0 is missing before it" }),
    );
    expect(walked(textOf(ROW0, ROW2))).toStrictEqual(
      found(1, { kind: "missing", ...place(2), problem: "it is row 2, and row 1 is missing before it" }),
    );
    expect(walked(textOf(ROW0, ROW5))).toStrictEqual(
      found(1, { kind: "missing", ...place(2), problem: "it is row 5, and rows 1 to 4 are missing before it" }),
    );
  });
  test("reordered rows", () => {
    expect(walked(textOf(ROW0, ROW2, ROW1, ROW3))).toStrictEqual(
      found(1, { kind: "reordered", ...place(2), problem: "it is row 2, and row 1, which was due, stands on line 3" }),
    );
    expect(walked(textOf(ROW0, ROW4, ROW2, ROW3, ROW1))).toMatchObject(
      found(1, { kind: "reordered", problem: "it is row 4, and row 1, which was due, stands on line 5" }),
    );
  });
  test("a repeated row", () => {
    expect(walked(textOf(ROW0, ROW1, ROW1, ROW2))).toStrictEqual(
      found(2, { kind: "repeated", ...place(3), problem: "it is the row of line 2 once more" }),
    );
    expect(walked(textOf(ROW0, ROW1, ROW0))).toMatchObject(
      found(2, { kind: "repeated", problem: "it is the row of line 1 once more" }),
    );
  });
  test("a fork: two rows that follow the same one", () => {
    const other = linesOf([{ kind: "other" }], rowAfter(ROW0))[0] ?? "";
    expect(walked(textOf(ROW0, ROW1, ROW2, other))).toStrictEqual(
      found(3, { kind: "forked", ...place(4), problem: "it follows row 0, which row 1 follows already" }),
    );
  });
  test("a number that is not the next one", () => {
    const other = linesOf([{ kind: "other" }], { ...rowAfter(ROW0), seq: 5 })[0] ?? "";
    expect(walked(textOf(ROW0, other))).toStrictEqual(
      found(1, { kind: "renumbered", ...place(2), problem: "its number is 5, and 1 was due" }),
    );
  });
  test("a block of NUL bytes in the middle, or before other bytes (pain 5)", () => {
    expect(walked(`${textOf(ROW0)}${"\0".repeat(40)}\n${textOf(ROW1)}`)).toStrictEqual(
      found(1, { kind: "nul", ...place(2), problem: "40 NUL byte(s) stand where text was" }),
    );
    expect(walked(`${textOf(ROW0)}${ROW1.slice(0, 90)}\0\0\0${ROW1.slice(93)}\n`)).toStrictEqual(
      found(1, { kind: "nul", line: 2, offset: place(2).offset + 90, problem: "3 NUL byte(s) stand where text was" }),
    );
    expect(walked(`${textOf(ROW0)}\0\0x`)).toMatchObject(found(1, { kind: "nul" }));
  });
  test("lines that are no rows", () => {
    for (const foreign of ["", "# a comment", "<<<<<<< HEAD", "{}", " "])
      expect(walked(`${textOf(ROW0)}${foreign}\n${textOf(ROW1)}`)).toStrictEqual(
        found(1, { kind: "foreign", ...place(2), problem: "it is no row of tusk.journal.v1" }),
      );
    expect(walked(Buffer.concat([utf8.encode(textOf(ROW0)), Buffer.from([0xff, 0x0a])]))).toStrictEqual(
      found(1, { kind: "changed", ...place(2), problem: "it is not UTF-8" }),
    );
    expect(walked(`${textOf(ROW0)}something`)).toMatchObject(found(1, { kind: "foreign", ...place(2) }));
  });
  test("something between two rows of a line", () => {
    expect(walked(`${ROW0} ${ROW1}\n`)).toMatchObject(found(0, { kind: "changed", line: 1, offset: 0 }));
  });
  test("a row that was cut and given a newline: no crash does that", () => {
    expect(walked(textOf(ROW0, ROW1.slice(0, 150)))).toStrictEqual(
      found(1, { kind: "changed", ...place(2), problem: CHANGED }),
    );
    expect(walked(`${ROW0}${ROW1.slice(0, 150)}\n`)).toStrictEqual(
      found(1, { kind: "changed", line: 1, offset: bytesIn(ROW0), problem: CHANGED }),
    );
  });
  test("the beginning of a row that was not due", () => {
    expect(walked(textOf(ROW0) + ROW2.slice(0, 150))).toStrictEqual(
      found(1, { kind: "foreign", ...place(2), problem: "it is torn, and not the beginning of row 1, which was due" }),
    );
  });
  test("an epoch that is not the next one", () => {
    const opened = (epoch: Json) => ({ kind: "journal.opened", epoch });
    const damageOf = (...epochs: readonly Json[]) =>
      walkJournal(utf8.encode(textOf(...linesOf(epochs.map(opened)))), CODEC).damage;
    expect(damageOf(1, 2, 3)).toBeUndefined();
    expect(damageOf(1, 2, 1)).toMatchObject({ kind: "epoch", line: 3, problem: "its epoch is 1, and 3 was due" });
    expect(damageOf(1, 1)).toMatchObject({ kind: "epoch", line: 2 });
    expect(damageOf("1")).toMatchObject({ kind: "epoch", line: 1, problem: "it names no epoch, and 1 was due" });
  });
  test("a row inside the value of another is never taken for one", () => {
    const inner = JSON.parse(linesOf([{ kind: "said", n: 2, text: "forged" }], rowAfter(ROW1))[0] ?? "") as Json;
    const outer = linesOf([{ kind: "said", inner }], rowAfter(ROW1))[0] ?? "";
    const torn = outer.slice(0, -1);
    expect(torn.endsWith("}")).toBe(true);
    // Torn right behind it, it is part of what is torn, or the journal is refused; it never counts as a row.
    const { rows, damage } = walkJournal(utf8.encode(textOf(ROW0, ROW1) + torn + textOf(ROW2)), CODEC);
    expect([rows.map(({ event }) => event["text"]).includes("forged"), damage?.kind]).toStrictEqual([false, undefined]);
    const tail = walkJournal(utf8.encode(textOf(ROW0, ROW1) + torn), CODEC);
    expect([tail.rows.length, tail.mends.map(({ kind }) => kind)]).toStrictEqual([2, ["torn"]]);
  });
});

describe("a journal that was damaged anywhere", () => {
  const bytes = utf8.encode(textOf(...LINES));
  /** The row that holds a byte, its newline included. */
  const rowAt = (offset: number): number =>
    Buffer.from(bytes.subarray(0, offset)).filter((byte) => byte === 0x0a).length;

  test("gives every row before the damage and no other, and names the first bad one: one byte flipped (M14)", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (offset, flip) => {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ flip;
        const { rows, mends, damage } = walkJournal(changed, CODEC);
        const row = rowAt(offset);
        expect(rows.map(({ event }) => event)).toStrictEqual(EVENTS.slice(0, rows.length));
        expect(mends).toStrictEqual([]);
        // A newline belongs to the row before it; one that comes into a row ends it too early.
        expect([rows.length <= row + 1, rows.length >= Math.min(row, LINES.length)]).toStrictEqual([true, true]);
        expect([offset, damage?.line]).toStrictEqual([offset, row + 1]);
      }),
      { numRuns: 1000 },
    );
  });

  test("cut short: the rows that are whole, and at most a torn one", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        const { rows, mends, damage } = walkJournal(bytes.subarray(0, length), CODEC);
        expect(damage).toBeUndefined();
        const isWhole = length === 0 || bytes[length - 1] === 0x0a;
        const isUnended = bytes[length] === 0x0a && !isWhole;
        expect(rows).toHaveLength(rowAt(length) + (isUnended ? 1 : 0));
        expect(mends.map(({ kind }) => kind)).toStrictEqual(isWhole ? [] : [isUnended ? "unended" : "torn"]);
      }),
      { numRuns: 1000 },
    );
  });

  test("bytes cut out of the middle, or put into it", () => {
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 2),
        fc.integer({ min: 1, max: 400 }),
        fc.uint8Array({ maxLength: 3 }),
        (offset, length, put) => {
          const end = Math.min(bytes.length - 1, offset + length);
          const changed = Buffer.concat([bytes.subarray(0, offset), put, bytes.subarray(end)]);
          if (changed.equals(bytes)) return;
          const { rows, mends, damage } = walkJournal(changed, CODEC);
          // Whatever holds is what was written, in order; and only a lost newline is no damage.
          expect(rows.map(({ event }) => event)).toStrictEqual(EVENTS.slice(0, rows.length));
          if (damage === undefined) expect([rows.length, mends.length]).toStrictEqual([LINES.length, 1]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("two rows swapped, or one written twice: the first that is out of place", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (one, other) => {
        fc.pre(one < other);
        const swapped = LINES.with(one, LINES[other] ?? "").with(other, LINES[one] ?? "");
        expect(walkJournal(utf8.encode(textOf(...swapped)), CODEC).damage).toMatchObject({
          kind: "reordered",
          line: one + 1,
        });
        const twice = LINES.toSpliced(other + 1, 0, LINES[one] ?? "");
        expect(walkJournal(utf8.encode(textOf(...twice)), CODEC).damage).toMatchObject({
          kind: "repeated",
          line: other + 2,
        });
      }),
    );
  });
});

/** The place behind a row. */
function rowAfter(line: string): { seq: number; prev: Digest } {
  const reading = readJournalRow(line, CODEC);
  if (!reading.ok) throw new Error(reading.problem);
  return { seq: reading.row.seq + 1, prev: reading.self };
}
