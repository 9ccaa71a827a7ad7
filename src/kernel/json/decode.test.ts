import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { JOIN_CHECK_INPUT } from "../evidence/wire.ts";
import { problemText } from "./problem.ts";
import { readStruct } from "./read.ts";
import { struct } from "./shape.ts";
import type { Json } from "./value.ts";

interface Leaf {
  readonly name: string;
  readonly on: boolean;
}

interface Root {
  readonly leaf: Leaf;
  readonly names?: readonly string[];
  readonly flag?: boolean;
  readonly note?: string | null;
  readonly extra?: Leaf | null;
  readonly free?: Json;
}

const LEAF = struct<Leaf>("Leaf", {
  name: { presence: "required", shape: { kind: "string" } },
  on: { presence: "required", shape: { kind: "boolean" } },
});

const ROOT = struct<Root>("Root", {
  leaf: { presence: "required", shape: LEAF },
  names: { presence: "defaulted", shape: { kind: "list", of: { kind: "string" } } },
  flag: { presence: "defaulted", shape: { kind: "boolean" } },
  note: { presence: "optional", shape: { kind: "string" } },
  extra: { presence: "optional", shape: LEAF },
  free: { presence: "optional", shape: { kind: "free" } },
});

const GOOD_LEAF = '"leaf":{"name":"n","on":true}';
const LEAF_VALUE = { name: "n", on: true };

function read(source: string | Uint8Array): ReturnType<typeof readStruct<Root>> {
  return readStruct(typeof source === "string" ? utf8.encode(source) : source, ROOT, utf8);
}

function problemOf(source: string | Uint8Array): string | undefined {
  const reading = read(source);
  return reading.ok ? undefined : problemText(reading.problem);
}

describe("a wire file of the right shape", () => {
  test("is read with every field it has", () => {
    const text = `{${GOOD_LEAF},"names":["a","b"],"flag":true,"note":"x","extra":{"on":false,"name":""},"free":[1.5,{}]}`;
    expect(read(text)).toStrictEqual({
      ok: true,
      value: {
        leaf: LEAF_VALUE,
        names: ["a", "b"],
        flag: true,
        note: "x",
        extra: { on: false, name: "" },
        free: [1.5, {}],
      },
      duplicates: [],
    });
  });

  test("may leave out optional and defaulted fields (contract 0.6)", () => {
    expect(read(`{${GOOD_LEAF}}`)).toStrictEqual({ ok: true, value: { leaf: LEAF_VALUE }, duplicates: [] });
  });

  test("may say null for an optional field, a free one included (contract 0.6)", () => {
    expect(read(`{${GOOD_LEAF},"note":null,"extra":null,"free":null}`)).toStrictEqual({
      ok: true,
      value: { leaf: LEAF_VALUE, note: null, extra: null, free: null },
      duplicates: [],
    });
  });

  test("keeps the numbers of a free field exactly (contract 0.3)", () => {
    expect(read(`{${GOOD_LEAF},"free":{"10":9007199254740993,"b":-0}}`)).toStrictEqual({
      ok: true,
      value: { leaf: LEAF_VALUE, free: { "10": 9_007_199_254_740_993n, b: -0 } },
      duplicates: [],
    });
  });
});

describe("a field that is not there", () => {
  test.each([
    ["{}", "missing field `leaf` at line 1 column 2"],
    [" {\n } ", "missing field `leaf` at line 2 column 2"],
    ['{"leaf":{}}', "missing field `name` at line 1 column 10"],
    ['{"leaf":{"on":true}}', "missing field `name` at line 1 column 19"],
    ['{"leaf":{"name":"é"}}', "missing field `on` at line 1 column 21"],
    ['{"leaf":{"name":"n","ON":true}}', "missing field `on` at line 1 column 30"],
    [`{${GOOD_LEAF},"extra":{"name":"n"}}`, "missing field `on` at line 1 column 51"],
    ['{"toString":1,"constructor":2,"__proto__":{"leaf":1}}', "missing field `leaf` at line 1 column 53"],
  ])("is named in declared order, behind the brace that closes its object: %j (contract 0.6)", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test("of a join-check file is named as the contract's example does (contract 0.6)", () => {
    const reading = readStruct(utf8.encode('{"evidence":{}}'), JOIN_CHECK_INPUT, utf8);
    expect(reading).toStrictEqual({
      ok: false,
      problem: { reason: "missing field `callSpec`", line: 1, column: 14 },
    });
  });
});

describe("a value of another type", () => {
  test.each([
    ["1", "integer `1`", 9],
    ["-7", "integer `-7`", 10],
    ["18446744073709551615", "integer `18446744073709551615`", 28],
    ["-9223372036854775808", "integer `-9223372036854775808`", 28],
    ["18446744073709551616", "floating point `1.8446744073709552e+19`", 28],
    ["1.0", "floating point `1.0`", 11],
    ["-0", "floating point `-0.0`", 10],
    ["1e16", "floating point `1e+16`", 12],
    ["0.5", "floating point `0.5`", 11],
    ["true", "boolean `true`", 12],
    ["false", "boolean `false`", 13],
    ["null", "null", 12],
    ['"x"', 'string "x"', 11],
    ['"é\'\\"\\\\\\n\\t\\r\\u0000"', 'string "é\'\\"\\\\\\n\\t\\r\\0"', 29],
    [
      '"\\u0007\u007F\u00AD\u00A0\u2028e\u0301\uE000"',
      'string "\\u{7}\\u{7f}\\u{ad}\\u{a0}\\u{2028}e\\u{301}\\u{e000}"',
      30,
    ],
    ['"a b😀"', 'string "a b😀"', 17],
  ])("%s is named, and the place is behind it (contract 0.6)", (value, found, column) => {
    expect(problemOf(`{"leaf":${value}}`)).toBe(
      `invalid type: ${found}, expected struct Leaf at line 1 column ${column}`,
    );
  });

  test.each([
    ['{"leaf":[1,2]}', "invalid type: sequence, expected an object at line 1 column 8"],
    ["[1]", "invalid type: sequence, expected an object at line 1 column 0"],
    ['\n "x"', 'invalid type: string "x", expected struct Root at line 2 column 4'],
    ['{"leaf":{"name":{"a":1}}}', "invalid type: map, expected a string at line 1 column 16"],
    ['{"leaf":{"name":[1]}}', "invalid type: sequence, expected a string at line 1 column 16"],
    ['{"leaf":{"name":null}}', "invalid type: null, expected a string at line 1 column 20"],
    ['{"leaf":{"on":"true"}}', 'invalid type: string "true", expected a boolean at line 1 column 20'],
    ['{"leaf":{"on":1}}', "invalid type: integer `1`, expected a boolean at line 1 column 15"],
    ['{"leaf":{"on":{}}}', "invalid type: map, expected a boolean at line 1 column 14"],
    ['{"names":null}', "invalid type: null, expected a sequence at line 1 column 13"],
    ['{"names":{"0":"a"}}', "invalid type: map, expected a sequence at line 1 column 9"],
    ['{"names":"a"}', 'invalid type: string "a", expected a sequence at line 1 column 12'],
    ['{"names":["a",\n 1.5]}', "invalid type: floating point `1.5`, expected a string at line 2 column 4"],
    ['{"flag":null}', "invalid type: null, expected a boolean at line 1 column 12"],
    ['{"note":false}', "invalid type: boolean `false`, expected a string at line 1 column 13"],
    ['{"extra":0}', "invalid type: integer `0`, expected struct Leaf at line 1 column 10"],
  ])("stands in place of what the field expects: %j (contract 0.6)", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test("that cannot be read at all is named for what is wrong with it", () => {
    expect(
      ['{"leaf":x}', '{"leaf":trux}', '{"leaf":1e999}', '{"leaf":"\\ud800"}', '{"leaf":'].map(problemOf),
    ).toStrictEqual([
      "expected value at line 1 column 9",
      "expected ident at line 1 column 12",
      "number out of range at line 1 column 13",
      "unexpected end of hex escape at line 1 column 16",
      "EOF while parsing a value at line 1 column 8",
    ]);
  });
});

describe("the first problem in document order wins", () => {
  test.each([
    ['{"names":[1],"leaf":', "invalid type: integer `1`, expected a string at line 1 column 11"],
    ['{"leaf":{"name":"n"},"names":[1]}', "missing field `on` at line 1 column 20"],
    [`{${GOOD_LEAF},"names":["a",]}`, "trailing comma at line 1 column 45"],
    [`{${GOOD_LEAF},}`, "trailing comma at line 1 column 32"],
    [`{${GOOD_LEAF}} x`, "trailing characters at line 1 column 33"],
    ["", "EOF while parsing a value at line 1 column 0"],
    ["{", "EOF while parsing an object at line 1 column 1"],
    ['{"leaf" 1}', "expected `:` at line 1 column 9"],
  ])("%j", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});

describe("a known field given twice", () => {
  test.each([
    [`{${GOOD_LEAF},${GOOD_LEAF}}`, "duplicate field `leaf` at line 1 column 37"],
    [`{${GOOD_LEAF},\n"leaf" :1}`, "duplicate field `leaf` at line 2 column 7"],
    [`{"note":null,"note":null,${GOOD_LEAF}}`, "duplicate field `note` at line 1 column 19"],
    ['{"note":null,"note" }', "duplicate field `note` at line 1 column 21"],
    ['{"leaf":{"name":"n","na\\u006de":"n"}}', "duplicate field `name` at line 1 column 31"],
  ])("is refused where its colon is due: %j (contract 0.6)", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});

describe("an unknown field is skipped whatever is in it (contract 0.6)", () => {
  test.each<[what: string, value: string | Uint8Array]>([
    ["a thousand levels of lists", "[".repeat(1000) + "]".repeat(1000)],
    ["a thousand levels of objects", `${'{"a":'.repeat(1000)}[]${"}".repeat(1000)}`],
    ["a lone first half", '"\\ud800"'],
    ["a lone second half in a key", '{"\\udc00":1}'],
    ["a number out of range", "[1e999,-1e99999999999]"],
    ["a byte that is no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    [
      "every kind of value",
      ' [ null , true,false,"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041", -0.5e+3 , 0 , [ ] , { } , {"a":[1,2],"b":{}} ] ',
    ],
    ["keys given twice", '{"a":1,"a":2}'],
  ])("%s", (_what, value) => {
    // The second tail is one that only the tokenizer reads.
    for (const tail of [',"flag":true}', ',"yyy":"\\ud800","flag":true}']) {
      const parts = [Buffer.from(`{${GOOD_LEAF},"zzz":`), Buffer.from(value), Buffer.from(tail)];
      const reading = read(Buffer.concat(parts));
      expect(reading.ok && [reading.value.leaf, reading.value.flag, reading.duplicates]).toStrictEqual([
        LEAF_VALUE,
        true,
        [],
      ]);
    }
  });

  test("and may be given twice", () => {
    expect(problemOf(`{"zzz":1,"zzz":2,${GOOD_LEAF}}`)).toBeUndefined();
  });

  test.each([
    ['"\\q"', "invalid escape at line 1 column 10"],
    ['"\\u12zz"', "invalid escape at line 1 column 14"],
    ['"\t"', "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 8"],
    ["[1,]", "expected value at line 1 column 11"],
    ["[1 2]", "expected `,` or `]` at line 1 column 11"],
    ['{"a":1,}', "key must be a string at line 1 column 15"],
    ['{"a" 1}', "expected `:` at line 1 column 13"],
    ['{"a":1 "b"', "expected `,` or `}` at line 1 column 15"],
    ["01", "invalid number at line 1 column 9"],
    ["1.", "invalid number at line 1 column 10"],
    ["1.,", "invalid number at line 1 column 10"],
    ["1e", "invalid number at line 1 column 10"],
    ["-", "invalid number at line 1 column 9"],
    ["x", "expected value at line 1 column 8"],
    ["trve", "expected ident at line 1 column 10"],
  ])("but its form is checked: %s", (value, problem) => {
    expect(problemOf(`{"zzz":${value}}`)).toBe(problem);
  });

  test.each([
    ['{"zzz":', "EOF while parsing a value at line 1 column 7"],
    ['{"zzz":[', "EOF while parsing a list at line 1 column 8"],
    ['{"zzz":[1,', "EOF while parsing a value at line 1 column 10"],
    ['{"zzz":{', "EOF while parsing an object at line 1 column 8"],
    ['{"zzz":{"a"', "EOF while parsing an object at line 1 column 11"],
    ['{"zzz":{"a":1,', "EOF while parsing an object at line 1 column 14"],
    ['{"zzz":"a', "EOF while parsing a string at line 1 column 9"],
    ['{"zzz":1e', "invalid number at line 1 column 9"],
    ['{"zzz":1.', "invalid number at line 1 column 9"],
    ['{"zzz":-', "invalid number at line 1 column 8"],
    ['{"zzz":tr', "EOF while parsing a value at line 1 column 9"],
  ])("but it has to end: %s", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test("but its name has to be text", () => {
    expect(problemOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(
      "invalid unicode code point at line 1 column 4",
    );
  });
});
