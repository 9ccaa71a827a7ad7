import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json, NotJsonError, parseDigest, parseTimestamp } from "#kernel";
import { sha256, utf8 } from "#platform";
import { InvariantError } from "../gate/verdict.ts";
import type { RowEvent } from "./event-text.ts";
import { readJournalRow, writeJournalRow } from "./journal-row.ts";

const CODEC = { utf8, sha256 };
const PREV = parseDigest(`sha256:${"1".repeat(64)}`);
const AT = parseTimestamp("2026-03-01T12:00:00.250Z") ?? expect.fail();

function lineOf(event: RowEvent, seq = 7, prev = PREV): string {
  return writeJournalRow({ seq, prev, at: AT, event }, CODEC).line;
}

/** The event of a line that was written; fails when it cannot be read. */
function eventOf(line: string): RowEvent {
  const reading = readJournalRow(line, CODEC);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.row.event;
}

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Number.isInteger(value) && !Object.is(value, -0) ? new Float(value) : value)),
  fc.bigInt({ min: 9_007_199_254_740_992n, max: 18_446_744_073_709_551_615n }),
);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\\ud800", "C:\\udata", "\u2028\n\0", '{"self":"sha256:'),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    text,
    number,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const RESERVED = new Set(["self", "schema", "seq", "prev", "at", "kind"]);
const event: fc.Arbitrary<RowEvent> = fc
  .tuple(
    text,
    fc.dictionary(
      text.filter((key) => !RESERVED.has(key)),
      json,
      { maxKeys: 5, noNullPrototype: true },
    ),
  )
  .chain(([kind, rest]) => fc.constantFrom<RowEvent>({ kind, ...rest }, { ...rest, kind }));

describe("a row of a journal", () => {
  test("begins with the digest of the rest of itself, then its place, its time, its kind", () => {
    const { line, self } = writeJournalRow(
      { seq: 7, prev: PREV, at: AT, event: { kind: "step.started", n: 1 } },
      CODEC,
    );
    const rest = `"schema":"tusk.journal.v1","seq":7,"prev":"${PREV}","at":"${AT}","kind":"step.started","n":1}`;
    expect(line).toBe(`{"self":"${self}",${rest}`);
    expect(self).toBe(`sha256:${sha256(`{${rest}`)}`);
  });

  test("has its kind first, wherever the event has it", () => {
    expect(lineOf({ n: 1, kind: "a" })).toContain(`"at":"${AT}","kind":"a","n":1}`);
    expect(lineOf({ 1: true, kind: "a" })).toContain(`"at":"${AT}","kind":"a","1":true}`);
  });

  test("reads back as it was written, whatever it says, and is one line (R12)", () => {
    fc.assert(
      fc.property(event, fc.nat(), fc.boolean(), (given, seq, isFirst) => {
        const row = { seq, prev: isFirst ? undefined : PREV, at: AT, event: given };
        const { line, self } = writeJournalRow(row, CODEC);
        expect(line.includes("\n")).toBe(false);
        expect(readJournalRow(line, CODEC)).toStrictEqual({ ok: true, row, self });
        // What is read is written again byte for byte.
        expect(writeJournalRow({ ...row, event: eventOf(line) }, CODEC).line).toBe(line);
      }),
      { numRuns: 1000 },
    );
  });

  test("keeps numbers as they are: whole floats, large integers, the last digit of a fraction, minus zero", () => {
    const numbers: Json = [new Float(1), 2n ** 63n, 0.1 + 0.2, 5e-324, -0, new Float(1e300), 1e-7];
    const line = lineOf({ kind: "n", numbers });
    expect(line).toContain('"numbers":[1.0,9223372036854775808,0.30000000000000004,5e-324,-0.0,1e+300,1e-7]');
    expect(eventOf(line)).toStrictEqual({ kind: "n", numbers });
  });

  test("whose `__proto__` is a key keeps it", () => {
    const given = { kind: "a", nested: Object.fromEntries([["__proto__", { x: 1 }]]) };
    expect(lineOf(given)).toContain('"nested":{"__proto__":{"x":1}}');
    expect(eventOf(lineOf(given))).toStrictEqual(given);
  });

  test.each(["self", "schema", "seq", "prev", "at"])("cannot bring its own %s", (key) => {
    expect(() => lineOf({ kind: "a", [key]: 1 })).toThrow(InvariantError);
  });

  test.each([
    ["undefined", { kind: "a", x: undefined }],
    ["NaN", { kind: "a", x: [Number.NaN] }],
    ["an unsafe whole number", { kind: "a", x: 2 ** 60 }],
    ["half a character", { kind: "a", x: "\uD800" }],
    ["half a character as a key", { kind: "a", x: { "\uDC00": 1 } }],
    ["half a character as its kind", { kind: "\uDC00" }],
    ["an error", { kind: "a", x: new Error("x") }],
    ["a map", { kind: "a", x: new Map([["a", 1]]) }],
    ["a function", { kind: "a", toJSON: () => ({}) }],
    ["a hole", { kind: "a", x: Array.from({ length: 1 }) }],
  ])("cannot say %s", (_name, given) => {
    expect(() => lineOf(given as unknown as RowEvent)).toThrow(NotJsonError);
  });

  test("cannot be nested deeper than its reader goes, nor contain itself", () => {
    const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(eventOf(lineOf({ kind: "a", x: nested(126) }))).toStrictEqual({ kind: "a", x: nested(126) });
    expect(() => lineOf({ kind: "a", x: nested(127) })).toThrow(NotJsonError);
    const own: { kind: string; x?: unknown } = { kind: "a" };
    own.x = own;
    expect(() => lineOf(own as unknown as RowEvent)).toThrow(NotJsonError);
  });

  test("is not written by what an object was taught to say of itself", () => {
    Reflect.defineProperty(Object.prototype, "toJSON", { value: () => "evil", configurable: true });
    try {
      expect(eventOf(lineOf({ kind: "a", x: { y: 1 } }))).toStrictEqual({ kind: "a", x: { y: 1 } });
    } finally {
      Reflect.deleteProperty(Object.prototype, "toJSON");
    }
  });

  test("with any byte changed is told apart from what was written (M14)", () => {
    const line = lineOf({ kind: "tool.settled", text: "é😀", n: 12 });
    for (let at = 0; at < line.length; at++) {
      const changed = line.slice(0, at) + (line[at] === "x" ? "y" : "x") + line.slice(at + 1);
      expect([at, readJournalRow(changed, CODEC).ok]).toStrictEqual([at, false]);
    }
  });

  test.each([
    ["", "foreign"],
    ["{}", "foreign"],
    ["# a comment", "foreign"],
    ["<<<<<<< HEAD", "foreign"],
    [lineOf({ kind: "a" }).slice(0, -1), "changed"],
    [`${lineOf({ kind: "a" })} `, "changed"],
    [sealed(`{"schema":"tusk.journal.v2","seq":0,"at":"${AT}","kind":"a"}`), "foreign"],
    [sealed(`{"schema":"tusk.journal.v1","seq":00,"at":"${AT}","kind":"a"}`), "foreign"],
    [sealed(`{"schema":"tusk.journal.v1","seq":0,"at":"yesterday","kind":"a"}`), "foreign"],
    [sealed(`{"schema":"tusk.journal.v1","seq":0,"at":"${AT}","kind":"a","seq":1}`), "foreign"],
    [sealed(`{"schema":"tusk.journal.v1","seq":0,"at":"${AT}","kind":"a","x":1,"x":2}`), "foreign"],
    [sealed(`{"schema":"tusk.journal.v1","seq":0,"at":"${AT}","kind":"a"}{}`), "foreign"],
  ])("is not what this line is: %s", (line, kind) => {
    expect(readJournalRow(line, CODEC)).toMatchObject({ ok: false, kind });
  });
});

function sealed(body: string): string {
  return `{"self":"sha256:${sha256(body)}",${body.slice(1)}`;
}
