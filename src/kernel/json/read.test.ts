import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { problemText } from "./problem.ts";
import { readJson, readJsonText, readStruct, readToolText, refuseDuplicates } from "./read.ts";
import { struct } from "./shape.ts";
import { Float, isJsonObject, type Json } from "./value.ts";

function problemOf(source: string | Uint8Array): string | undefined {
  const reading = readJson(typeof source === "string" ? utf8.encode(source) : source, utf8);
  return reading.ok ? undefined : problemText(reading.problem);
}

function read(text: string): ReturnType<typeof readJson> {
  return readJson(utf8.encode(text), utf8);
}

/** A document with raw bytes in it, which text could not carry. */
function bytes(...parts: readonly (string | number)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));
}

describe("a document that is no JSON names the first problem, its line and its byte column (contract 0.6)", () => {
  test.each<[what: string, source: string | Uint8Array, problem: string]>([
    ["nothing", "", "EOF while parsing a value at line 1 column 0"],
    ["only white space", "  ", "EOF while parsing a value at line 1 column 2"],
    ["only newlines", "\n\n", "EOF while parsing a value at line 3 column 0"],
    ["text behind the value", "{} x", "trailing characters at line 1 column 4"],
    ["a second value on a later line", "1 \n\n2", "trailing characters at line 3 column 1"],
    ["a brace too many", '{"a":1}}', "trailing characters at line 1 column 8"],
    ["a byte-order mark", "\uFEFF{}", "expected value at line 1 column 1"],
    ["a NUL", "\0", "expected value at line 1 column 1"],
    ["a NUL behind the value", "1\0", "trailing characters at line 1 column 2"],
    ["a word cut short", "nul", "EOF while parsing a value at line 1 column 3"],
    ["a misspelt null", "nulx", "expected ident at line 1 column 4"],
    ["a misspelt true", "tRue", "expected ident at line 1 column 2"],
    ["a misspelt false", "falsy", "expected ident at line 1 column 5"],
    ["a word that runs on", "nullx", "trailing characters at line 1 column 5"],
    ["NaN", "NaN", "expected value at line 1 column 1"],
    ["Infinity", "[-Infinity]", "invalid number at line 1 column 3"],
    ["single quotes", "'a'", "expected value at line 1 column 1"],
    ["a comment", "// c\n1", "expected value at line 1 column 1"],
    ["white space that JSON does not know", "\u00A01", "expected value at line 1 column 1"],
    ["a vertical tab", "[\v]", "expected value at line 1 column 2"],
    ["a trailing comma in a list", "[1,]", "trailing comma at line 1 column 4"],
    ["a trailing comma in an object", '{"a":1,}', "trailing comma at line 1 column 8"],
    ["a list of a comma", "[,]", "expected value at line 1 column 2"],
    ["an object of a comma", "{,}", "key must be a string at line 1 column 2"],
    ["no comma in a list", "[1 2]", "expected `,` or `]` at line 1 column 4"],
    ["no comma in an object", '{"a":1 "b":2}', "expected `,` or `}` at line 1 column 8"],
    ["a list closed by a brace", "[1}", "expected `,` or `]` at line 1 column 3"],
    ["an object closed by a bracket", '{"a":1]', "expected `,` or `}` at line 1 column 7"],
    ["a number as a key", "{1:2}", "key must be a string at line 1 column 2"],
    ["a number as a second key", '{"a":1,2:3}', "key must be a string at line 1 column 8"],
    ["no colon", '{"a" 1}', "expected `:` at line 1 column 6"],
    ["a comma for a colon", '{"a",1}', "expected `:` at line 1 column 5"],
    ["a list that ends at once", "[", "EOF while parsing a list at line 1 column 1"],
    ["a list that ends behind an element", "[1", "EOF while parsing a list at line 1 column 2"],
    ["a list that ends behind a comma", "[1,", "EOF while parsing a value at line 1 column 3"],
    ["an object that ends at once", "{", "EOF while parsing an object at line 1 column 1"],
    ["an object that ends behind a key", '{"a"', "EOF while parsing an object at line 1 column 4"],
    ["an object that ends behind a colon", '{"a":', "EOF while parsing a value at line 1 column 5"],
    ["an object that ends behind a value", '{"a":1', "EOF while parsing an object at line 1 column 6"],
    ["an object that ends behind a comma", '{"a":1,', "EOF while parsing a value at line 1 column 7"],
    ["a string that does not end", '"abc', "EOF while parsing a string at line 1 column 4"],
    ["a string that ends in a backslash", '"abc\\', "EOF while parsing a string at line 1 column 5"],
    ["a key that does not end", '{"abc', "EOF while parsing a string at line 1 column 5"],
    [
      "a newline in a string",
      '"a\nb"',
      "control character (\\u0000-\\u001F) found while parsing a string at line 2 column 0",
    ],
    [
      "a tab in a string",
      '["a\tb"]',
      "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 4",
    ],
    [
      "a NUL in a key",
      '{"a\0":1}',
      "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 4",
    ],
    ["an unknown escape", '"\\x"', "invalid escape at line 1 column 3"],
    ["hex digits that are none", '"\\u12zz"', "invalid escape at line 1 column 7"],
    ["too few hex digits", '"\\u12"', "EOF while parsing a string at line 1 column 6"],
    ["an input that ends in hex digits", '"\\u12', "EOF while parsing a string at line 1 column 5"],
    ["a second half alone", '"\\udc00"', "lone leading surrogate in hex escape at line 1 column 7"],
    ["two first halves", '"\\ud800\\ud800"', "lone leading surrogate in hex escape at line 1 column 13"],
    [
      "two first halves, the second the last of them",
      '"\\ud800\\udbff"',
      "lone leading surrogate in hex escape at line 1 column 13",
    ],
    ["a first half before U+E000", '"\\udbff\\ue000"', "lone leading surrogate in hex escape at line 1 column 13"],
    ["a first half at the end", '"\\ud800"', "unexpected end of hex escape at line 1 column 8"],
    ["a first half before a letter", '"\\ud800x"', "unexpected end of hex escape at line 1 column 8"],
    ["a first half before another escape", '"\\ud800\\n"', "unexpected end of hex escape at line 1 column 9"],
    ["a first half where the input ends", '"\\ud800', "EOF while parsing a string at line 1 column 7"],
    ["a lone half in a key", '{"\\uDFFF":1}', "lone leading surrogate in hex escape at line 1 column 8"],
    ["a byte that is no UTF-8", bytes('["é', 0xff, '"]'), "invalid unicode code point at line 1 column 6"],
    ["a surrogate in UTF-8", bytes('"', 0xed, 0xa0, 0x80, '"'), "invalid unicode code point at line 1 column 5"],
    ["an overlong NUL", bytes('"', 0xc0, 0x80, '"'), "invalid unicode code point at line 1 column 4"],
    ["half a character", bytes('"', 0xc3, '"'), "invalid unicode code point at line 1 column 3"],
    ["half a character before an escape", bytes('"', 0xc3, '\\n"'), "invalid unicode code point at line 1 column 5"],
    ["a bad byte outside strings", bytes("[", 0xff, "]"), "expected value at line 1 column 2"],
    ["a bad byte behind the value", bytes("[]", 0xff), "trailing characters at line 1 column 3"],
    ["a leading zero", "01", "invalid number at line 1 column 2"],
    ["a leading zero behind a sign", "[-01]", "invalid number at line 1 column 4"],
    ["a plus sign", "+1", "expected value at line 1 column 1"],
    ["a point without a digit before it", ".5", "expected value at line 1 column 1"],
    ["a point without a digit behind it", "[1.]", "invalid number at line 1 column 4"],
    ["a point at the end", "1.", "EOF while parsing a value at line 1 column 2"],
    ["an exponent without a digit", "[1e]", "invalid number at line 1 column 4"],
    ["an exponent at the end", "1e", "EOF while parsing a value at line 1 column 2"],
    ["an exponent's sign at the end", "1e+", "EOF while parsing a value at line 1 column 3"],
    ["a sign at the end", "-", "EOF while parsing a value at line 1 column 1"],
    ["a sign before a letter", "-x", "invalid number at line 1 column 2"],
    ["a problem behind two-byte characters", '"éé" x', "trailing characters at line 1 column 8"],
    ["a problem behind a four-byte character", '["😀" 1]', "expected `,` or `]` at line 1 column 9"],
    ["a problem on the fourth line", "[\n1,\n\n x]", "expected value at line 4 column 2"],
    ["a problem behind a carriage return", "[\r\n x]", "expected value at line 2 column 2"],
    ["a newline behind a character that is not ASCII", '["é",\n"é" 1]', "expected `,` or `]` at line 2 column 6"],
  ])("%s: %j", (_what, source, problem) => {
    expect(problemOf(source)).toBe(problem);
  });

  test("127 levels are read, the 128th is refused where it opens", () => {
    const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect([lists(127), objects(127)].map(problemOf)).toStrictEqual([undefined, undefined]);
    expect([lists(128), objects(128)].map(problemOf)).toStrictEqual([
      "recursion limit exceeded at line 1 column 128",
      "recursion limit exceeded at line 1 column 636",
    ]);
  });

  test("levels that closed again do not count towards the limit", () => {
    expect(problemOf(`[${"[],".repeat(500)}${"[".repeat(126)}${"]".repeat(126)}]`)).toBeUndefined();
    expect(problemOf(`[{"a":1,"a":2},${"[],".repeat(500)}${"[".repeat(126)}${"]".repeat(126)}]`)).toBeUndefined();
  });

  test("a million open brackets are refused and do not exhaust the stack", { timeout: 10_000 }, () => {
    expect(problemOf("[".repeat(1_000_000))).toBe("recursion limit exceeded at line 1 column 128");
    expect(problemOf("[".repeat(1_000_000) + "]".repeat(1_000_000))).toBe(
      "recursion limit exceeded at line 1 column 128",
    );
  });
});

describe("a document that is JSON", () => {
  test.each<[string, Json]>([
    ["null", null],
    [" true ", true],
    ["\t\r\nfalse\n", false],
    ["[]", []],
    ["{ }", {}],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\uD83D\\uDE00"', '"\\/\b\f\n\r\tAé😀'],
    ['"\u007F\u2028\uFEFF\uFFFF😀"', "\u007F\u2028\uFEFF\uFFFF😀"],
    ['"\\ud800\\udc00\\udbff\\udfff"', "\u{10000}\u{10FFFF}"],
    ['{"b":[1,{"a":null}],"":"x"}', { b: [1, { a: null }], "": "x" }],
    ['{"10" :1,"2":[3.5],"a":18446744073709551615}', { "2": [3.5], "10": 1, a: 18_446_744_073_709_551_615n }],
  ])("%s is read whole", (text, value) => {
    expect(read(text)).toStrictEqual({ ok: true, value, duplicates: [] });
  });

  test("numbers that need care keep their own place among digit keys, which objects hold in another order", () => {
    expect(read('{"b":0.10,"10" :9007199254740993,"2" : 1e2,"1":[4,9007199254740995],"\\u0030":7.50}')).toStrictEqual({
      ok: true,
      value: {
        "0": 7.5,
        "1": [4, 9_007_199_254_740_995n],
        "2": new Float(100),
        "10": 9_007_199_254_740_993n,
        b: 0.1,
      },
      duplicates: [],
    });
  });

  test("`__proto__` stays a key of its own and pollutes nothing, on every path through the reader", () => {
    const texts = [
      '{"__proto__":{"polluted":1}}',
      '{"__proto__":{"polluted":1.50}}',
      '{"__proto__":0,"__proto__":{"polluted":1}}',
      '{"__proto__":{"10":1.50,"polluted":1}}',
    ];
    for (const text of texts) {
      const reading = read(text);
      const value: unknown = reading.ok ? reading.value : undefined;
      expect(Object.keys(Object(value))).toStrictEqual(["__proto__"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Reflect.get(Object(value), "polluted")).toBeUndefined();
      expect("polluted" in {}).toBe(false);
    }
  });
});

describe("a repeated key", () => {
  test("is reported at the opening quote of its second place, and the last value wins (contract 0.6)", () => {
    expect(read('{"a":1,\n "a":2, "b":{"é":1,"é":2},"a":3}')).toStrictEqual({
      ok: true,
      value: { a: 3, b: { é: 2 } },
      duplicates: [
        { key: "a", line: 2, column: 2 },
        { key: "é", line: 2, column: 21 },
        { key: "a", line: 2, column: 29 },
      ],
    });
  });

  test("is the same key however it is spelled", () => {
    expect(read('{"a":1,"\\u0061":2}')).toStrictEqual({
      ok: true,
      value: { a: 2 },
      duplicates: [{ key: "a", line: 1, column: 8 }],
    });
  });

  test("in different objects is no repeat", () => {
    expect(read('[{"a":1},{"a":{"a":1}}]')).toStrictEqual({
      ok: true,
      value: [{ a: 1 }, { a: { a: 1 } }],
      duplicates: [],
    });
  });

  test("keeps the first place in the object and takes the last value, numbers kept exactly", () => {
    const reading = read('{"a":1.50,"b":9007199254740993,"a":9007199254740995}');
    expect(reading.ok && Object.entries(Object(reading.value))).toStrictEqual([
      ["a", 9_007_199_254_740_995n],
      ["b", 9_007_199_254_740_993n],
    ]);
  });

  test("a hundred thousand times costs no square of time", { timeout: 20_000 }, () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `"a":${at}`);
    const reading = read(`{${lines.join(",\n")}}`);
    expect(reading.ok && [reading.value, reading.duplicates.length, reading.duplicates.at(-1)]).toStrictEqual([
      { a: 99_999 },
      99_999,
      { key: "a", line: 100_000, column: 1 },
    ]);
  });

  test("is a problem where the border refuses it, the first one named", () => {
    expect(refuseDuplicates(read('{"a":{"\\"":1,\n"\\"":2},"a":3}'))).toStrictEqual({
      ok: false,
      problem: { reason: 'duplicate key "\\""', line: 2, column: 1 },
    });
  });

  test("that is not there leaves a reading as it was", () => {
    const fine = read('{"a":1}');
    const broken = read("{");
    expect([refuseDuplicates(fine), refuseDuplicates(broken)]).toStrictEqual([fine, broken]);
  });

  test("inside a free field of a struct is reported too", () => {
    const shape = struct<{ readonly payload: Json }>("Row", {
      payload: { presence: "optional", shape: { kind: "free" } },
    });
    expect(readStruct(utf8.encode('{"payload":{"a":1,"a":2}}'), shape, utf8)).toStrictEqual({
      ok: true,
      value: { payload: { a: 2 } },
      duplicates: [{ key: "a", line: 1, column: 19 }],
    });
  });
});

describe("JSON that came as text", () => {
  test("is read as its bytes would be", () => {
    expect(readJsonText('{"é":"😀"} x', utf8)).toStrictEqual(read('{"é":"😀"} x'));
    expect(readJsonText('{"é":"😀"}', utf8)).toStrictEqual({ ok: true, value: { é: "😀" }, duplicates: [] });
  });

  test.each([
    ['"\uD800"', "lone surrogate in text at line 1 column 1"],
    ['"\n\uDC00"', "lone surrogate in text at line 2 column 0"],
    ['"é😀\uD83D\uD83D\uDE00"', "lone surrogate in text at line 1 column 7"],
  ])("with a lone surrogate is a problem at its byte, never a replacement character: %j", (text, problem) => {
    const reading = readJsonText(text, utf8);
    expect(reading.ok ? undefined : problemText(reading.problem)).toBe(problem);
  });
});

describe("keys spelled with an escape", () => {
  test("are what they say, whatever was read before (decision 0008)", () => {
    for (let at = 0; at < 20; at++) {
      const first = readJsonText(String.raw`{"x${at}":2,"\\":1}`, utf8);
      const second = readJsonText(String.raw`{"x${at}":0,"\u0062":1}`, utf8);
      expect([first, second]).toEqual([
        { ok: true, value: { [`x${at}`]: 2, "\\": 1 }, duplicates: [] },
        { ok: true, value: { [`x${at}`]: 0, b: 1 }, duplicates: [] },
      ]);
    }
  });

  test("are what they say inside one document too", () => {
    const text = String.raw`[{"y":2,"\\":1},{"y":0,"\u0062":1},{"y":0,"\u0062":1}]`;
    expect(readJsonText(text, utf8)).toEqual({
      ok: true,
      value: [
        { y: 2, "\\": 1 },
        { y: 0, b: 1 },
        { y: 0, b: 1 },
      ],
      duplicates: [],
    });
  });
});

describe("what a model or a schema says in numbers (T01)", () => {
  const LITERALS = [
    "0.9999999999999999",
    "1.38e-23",
    "1.602176634e-19",
    "6.626e-34",
    "9007199254740993.0",
    "6.02214076e23",
    "2.2250738585072014E-308",
    "4.9e-324",
    "1e-400",
    "1.7976931348623157e308",
    "123456789012345680000000.0",
    "0.1000000000000000055511151231257827",
  ];

  test.each(LITERALS)("%s is the double nearest to it, however it is read", (literal) => {
    // The second text takes the tokenizer: its key is spelled with an escape.
    for (const text of [`{"n":${literal}}`, `{"\\u006e":${literal}}`]) {
      const reading = readToolText(text, utf8);
      const found = reading.ok && isJsonObject(reading.value) ? reading.value["n"] : undefined;
      expect(found instanceof Float ? found.value : found).toBe(Number(literal));
    }
  });

  test("what is out of range is a problem, and integers are kept exactly", () => {
    expect(readToolText("1e400", utf8)).toMatchObject({ ok: false, problem: { reason: "number out of range" } });
    expect(readToolText("9007199254740993", utf8)).toMatchObject({ ok: true, value: 9007199254740993n });
    expect(readToolText("1.0", utf8)).toMatchObject({ ok: true, value: new Float(1) });
  });
});
