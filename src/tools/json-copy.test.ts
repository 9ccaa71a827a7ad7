import { expect, test } from "vitest";
import { Float } from "#kernel";
import { jsonCopy } from "./json-copy.ts";

test("what JSON can say is copied, and later changes do not reach the copy", () => {
  const value = { text: "é", list: [1, 0.5, true, null], inner: { "": "x" } };
  const copy = jsonCopy(value);
  value.inner[""] = "changed";
  expect(copy).toEqual({ text: "é", list: [1, 0.5, true, null], inner: { "": "x" } });
});

test("whole numbers beyond 2^53 - 1 are floats, and -0 is 0", () => {
  expect(jsonCopy([2 ** 60, -0])).toEqual([new Float(2 ** 60), 0]);
});

test("__proto__ is a key like any other", () => {
  const copy = jsonCopy(JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(copy as object)).toEqual(["__proto__"]);
  expect(Reflect.get(copy as object, "polluted")).toBeUndefined();
});

class Counted {
  readonly count = 1;
}

const cycle: { self?: unknown } = {};
cycle.self = cycle;

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

test.each<[string, unknown, string]>([
  ["undefined", { next: undefined }, 'undefined at "next" is not JSON'],
  ["nothing at all", undefined, "undefined at the top is not JSON"],
  ["not a number", [Number.NaN], "the number NaN at 0 is not JSON"],
  ["infinity", [-Infinity], "the number -Infinity at 0 is not JSON"],
  ["a big integer", [1n], "bigint at 0 is not JSON"],
  ["a function", { run: () => 1 }, 'function at "run" is not JSON'],
  ["a symbol", [Symbol("s")], "symbol at 0 is not JSON"],
  ["a map", new Map([["a", 1]]), "an object that is more than its keys at the top is not JSON"],
  ["a date", [new Date(0)], "an object that is more than its keys at 0 is not JSON"],
  ["a class instance", new Counted(), "an object that is more than its keys at the top is not JSON"],
  ["a symbol key", { [Symbol("s")]: 1 }, "an object that is more than its keys at the top is not JSON"],
  ["a hole", Object.assign([], { length: 2 }), "a list that is more or less than its items at the top is not JSON"],
  [
    "a list with a name",
    Object.assign([1], { name: "x" }),
    "a list that is more or less than its items at the top is not JSON",
  ],
  ["a lone surrogate", ["\uD83D"], "a lone surrogate at 0 is not JSON"],
  ["a lone surrogate in a key", { "\uDE00": 1 }, "a lone surrogate at the top is not JSON"],
])("%s is refused with its place", (_, value, message) => {
  expect(() => jsonCopy(value)).toThrow(message);
});

test("nesting deeper than 64 and cycles are refused, 64 levels are not", () => {
  expect(() => jsonCopy(nested(64))).not.toThrow();
  expect(() => jsonCopy(nested(65))).toThrow("nesting deeper than 64");
  expect(() => jsonCopy(cycle)).toThrow("nesting deeper than 64");
});

test("toJSON is not asked", () => {
  expect(() => jsonCopy({ a: 1, toJSON: () => ({ forged: true }) })).toThrow('function at "toJSON" is not JSON');
});
