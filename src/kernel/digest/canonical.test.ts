import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { canonicalJson, NotJsonError } from "./canonical.ts";

describe("the canonical text (contract 0.4)", () => {
  test.each<[string, Json]>([
    ["null", null],
    ["true", true],
    ["false", false],
    ["0", 0],
    ["-0.0", -0],
    ["1.0", new Float(1)],
    ["1.5", 1.5],
    ["18446744073709551615", 2n ** 64n - 1n],
    ['""', ""],
    ["[]", []],
    ["{}", {}],
    ['[1,"a",[null,{}]]', [1, "a", [null, {}]]],
    ['{"a":{"x":1,"y":2},"b":[2,1]}', { b: [2, 1], a: { y: 2, x: 1 } }],
    ['{"":0,"1":1,"10":2,"2":3,"B":4,"a":5,"é":6}', { é: 6, a: 5, B: 4, "2": 3, "10": 2, "1": 1, "": 0 }],
    ['"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f"', '"\\\b\f\n\r\t\u0000\u001F'],
    ['"/\u007F\u0080\u2028\uFEFF😀"', "/\u007F\u0080\u2028\uFEFF😀"],
  ])("of a value is %s", (text, value) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test("has keys by code point: what lies past U+FFFF comes behind U+E000 to U+FFFF (contract 0.5)", () => {
    const keys = ["\u{10FFFF}", "😀", "\uFFFF", "\uE000", "\uD7FF", "z", "😀a", "\uE000😀", "\uE000\uE000"];
    const value = Object.fromEntries(keys.map((key) => [key, 1]));
    const sorted = ["z", "\uD7FF", "\uE000", "\uE000\uE000", "\uE000😀", "\uFFFF", "😀", "😀a", "\u{10FFFF}"];
    expect(canonicalJson(value)).toBe(`{${sorted.map((key) => `"${key}":1`).join(",")}}`);
  });

  test("has many keys in the same order as few", () => {
    const names = Array.from({ length: 60 }, (_, at) => `k${(at * 37) % 60}`);
    const sorted = names.toSorted();
    expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))).toBe(
      `{${sorted.map((name) => `"${name}":0`).join(",")}}`,
    );
  });

  test("takes an object without a prototype, and keeps `__proto__` as a key", () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(canonicalJson(Object.fromEntries([["__proto__", 1]]))).toBe('{"__proto__":1}');
  });

  test("takes the same value in two places, which is no cycle", () => {
    const shared = { a: [1] };
    expect(canonicalJson([shared, shared])).toBe('[{"a":[1]},{"a":[1]}]');
  });

  test("takes 1024 levels", () => {
    expect(canonicalJson(nested(1024))).toBe("[".repeat(1024) + "]".repeat(1024));
  });
});

function nested(levels: number): Json {
  return levels === 1 ? [] : [nested(levels - 1)];
}

class Money {
  readonly amount = 1;
}

function cycle(): unknown {
  const loop: { self?: unknown } = {};
  loop.self = [loop];
  return loop;
}

function refusalOf(value: unknown): { message: string; path: string } | undefined {
  try {
    canonicalJson(value as Json);
    return undefined;
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    return { message: error.message, path: error.path };
  }
}

const MORE = "an object that is more than its keys";
const LESS = "a list that is more or less than its items";

describe("a value that JSON cannot say has no canonical text, and the place is named", () => {
  test.each<[string, unknown, what: string, path: string]>([
    ["undefined", undefined, "undefined", "the top"],
    ["undefined in an object", { a: { b: undefined } }, "undefined", '"a"."b"'],
    ["undefined in a list", [1, [undefined]], "undefined", '"1"."0"'],
    // oxlint-disable-next-line no-sparse-arrays -- the hole is what is tested
    ["a hole in a list", [1, , 3], LESS, "the top"],
    ["a list of nothing but holes", { a: Array(3) }, LESS, '"a"'],
    ["a list with a key of its own", { a: Object.assign([1], { x: 2 }) }, LESS, '"a"'],
    ["a list with a symbol", [Object.assign([1], { [Symbol("s")]: 2 })], LESS, '"0"'],
    ["a list of another class", [new (class Rows extends Array {})()], LESS, '"0"'],
    ["NaN", { a: NaN }, "the number NaN", '"a"'],
    ["Infinity", [Infinity], "the number Infinity", '"0"'],
    ["-Infinity", -Infinity, "the number -Infinity", "the top"],
    ["NaN in a float", { a: new Float(NaN) }, "the number NaN", '"a"'],
    ["Infinity in a float", new Float(Infinity), "the number Infinity", "the top"],
    ["a whole number past 2^53", { a: 2 ** 53 }, "the number 9007199254740992", '"a"'],
    ["a big whole number", [-1e21], "the number -1e+21", '"0"'],
    ["an integer past 64 bits", { a: 2n ** 64n }, "the number 18446744073709551616", '"a"'],
    ["an integer below 64 bits", -(2n ** 63n) - 1n, "the number -9223372036854775809", "the top"],
    ["a lone surrogate", { a: { b: "x\uD800" } }, "a lone surrogate", '"a"."b"'],
    ["a second half before a first", ["\uDE00\uD83D"], "a lone surrogate", '"0"'],
    ["a lone surrogate in a key", { a: { "\uD800": 1 } }, "a lone surrogate", '"a"."\\ud800"'],
    ["a function", { a: [1, () => 1] }, "function", '"a"."1"'],
    ["a symbol", { a: Symbol("s") }, "symbol", '"a"'],
    ["a symbol as a key", { a: { [Symbol("s")]: 1 } }, MORE, '"a"'],
    ["a hidden key", [Object.defineProperty({}, "x", { value: 1 })], MORE, '"0"'],
    ["a class instance", { a: new Money() }, MORE, '"a"'],
    ["a Map", { a: new Map([["b", 1]]) }, MORE, '"a"'],
    ["a Set", new Set([1]), MORE, "the top"],
    ["bytes", [new Uint8Array(2)], MORE, '"0"'],
    ["a boxed string", [Object("a")], MORE, '"0"'],
    ["an error", { a: new Error("e") }, MORE, '"a"'],
    ["an object that inherits", Object.create({ a: 1 }), MORE, "the top"],
    ["the first of two, in the order of keys", { b: undefined, a: NaN }, "the number NaN", '"a"'],
    ["a key with a quote", { 'a"': { "": undefined } }, "undefined", '"a\\""'.concat('.""')],
  ])("%s", (_name, value, what, path) => {
    expect(refusalOf(value)).toStrictEqual({ message: `${what} at ${path} is not JSON`, path });
  });

  test("a list that holds itself, and one of a billion holes, are refused at once", { timeout: 20_000 }, () => {
    const holder: unknown[] = Array.from({ length: 300 }, (_, at) => at);
    holder.push(holder);
    expect(refusalOf(holder)?.message).toMatch(/^nesting deeper than 1024 at /);
    expect(refusalOf(Array(1e9))?.message).toBe(`${LESS} at the top is not JSON`);
  });

  test("a date", () => {
    fc.assert(
      fc.property(fc.date(), (date) => {
        expect(refusalOf({ a: date })).toStrictEqual({ message: `${MORE} at "a" is not JSON`, path: '"a"' });
      }),
      { numRuns: 20 },
    );
  });

  test("a cycle and a value of 1025 levels are refused as too deep, the path cut short", () => {
    const path = `${Array<string>(8).fill('"0"').join(".")}…`;
    expect(refusalOf(nested(1025))).toStrictEqual({
      message: `nesting deeper than 1024 at ${path} is not JSON`,
      path,
    });
    const loop = '"self"."0"."self"."0"."self"."0"."self"."0"…';
    expect(refusalOf(cycle())).toStrictEqual({
      message: `nesting deeper than 1024 at ${loop} is not JSON`,
      path: loop,
    });
  });
});
