import {
  type Arbitrary,
  array,
  assert,
  constant,
  dictionary,
  integer,
  jsonValue,
  letrec,
  oneof,
  property,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { prettyJson } from "./pretty-json.ts";

const printed = (value: object): string => [...prettyJson(value)].join("");
const laidOut = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Rows past the size at which a list leaves in pieces, and around its borders. */
const LENGTHS = [511, 512, 513, 1023, 1024, 1025, 1537];

/** Anything a result may hold: objects with absent entries, lists, texts with line breaks and brackets, awkward keys. */
const { value } = letrec<{ value: unknown; entry: object; rows: readonly unknown[] }>((tie) => ({
  value: oneof({ maxDepth: 5 }, jsonValue(), constant(undefined), tie("rows"), tie("entry")),
  entry: dictionary(oneof(string({ unit: "binary" }), constant("__proto__"), constant("0")), tie("value"), {
    maxKeys: 5,
  }),
  rows: array(tie("value"), { maxLength: 5 }),
}));

const entries: Arbitrary<object> = dictionary(string({ unit: "binary" }), value, { maxKeys: 6 });

test("the pieces together are JSON.stringify with two spaces and a newline (contract 0.2)", () => {
  assert(
    property(entries, (object) => {
      expect(printed(object)).toBe(laidOut(object));
    }),
  );
});

test("a list at the top is laid out the same (contract 0.2)", () => {
  assert(
    property(array(value, { maxLength: 6 }), (list) => {
      expect(printed(list)).toBe(laidOut(list));
    }),
  );
});

test("long lists at any depth leave in pieces and read the same (contract 0.2)", () => {
  const place = oneof(...LENGTHS.map((length) => constant(length)));
  assert(
    property(place, value, entries, integer({ min: 0, max: 4 }), (length, row, around, depth) => {
      const long: readonly unknown[] = Array.from({ length }, (_, at) =>
        at % 100 === 0 ? row : { at, text: "]\n,[" },
      );
      let object: object = { ...around, long, last: undefined };
      for (let level = 0; level < depth; level++)
        object = level % 2 === 0 ? { inner: object, [level]: long } : [object];
      expect(printed(object)).toBe(laidOut(object));
    }),
    { numRuns: 60 },
  );
});

test.each(LENGTHS)("a list of %i rows reads the same, whatever the rows are", (length) => {
  for (const row of [0, null, undefined, "", [], {}, [[]], { a: undefined }, { a: { b: [] } }, "\n"]) {
    const rows = Array.from({ length }, () => row);
    for (const object of [rows, { rows }, { a: { rows } }, { a: { b: { rows } } }, { a: [rows] }, { rows, b: 1 }])
      expect(printed(object)).toBe(laidOut(object));
  }
});

test.each([
  [{}],
  [[]],
  [{ a: undefined }],
  [{ a: {} }],
  [{ a: [] }],
  [{ a: { b: undefined }, c: undefined, d: 1 }],
  [[undefined]],
])("an empty container is written as one: %j (contract 0.2)", (object) => {
  expect(printed(object)).toBe(laidOut(object));
});

test("no piece is larger than 512 rows of it", () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => at);
  const sizes = [...prettyJson({ rows })].map((piece) => piece.split("\n").length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(514);
});

test("a number that a double would round is printed digit by digit", () => {
  expect(printed({ summary: { threshold: 2n ** 64n - 1n } })).toBe(
    '{\n  "summary": {\n    "threshold": 18446744073709551615\n  }\n}\n',
  );
});
