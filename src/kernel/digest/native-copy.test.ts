import { afterEach, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { canonicalJson } from "./canonical.ts";
import { canonicalCopy } from "./native-copy.ts";

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, "toJSON");
  Reflect.deleteProperty(Array.prototype, "toJSON");
});

test("a copy and its canonical text are made in one pass", () => {
  const value = { b: [1, { d: "é\n", c: null }], a: 0.25 };
  const made = canonicalCopy(value);
  expect(made).toEqual({ copy: value, text: '{"a":0.25,"b":[1,{"c":null,"d":"é\\n"}]}' });
  expect(made?.copy).not.toBe(value);
});

test.each<[string, Record<string, number>]>([
  ["digits", { b: 1, 10: 2, 9: 3 }],
  ["letters beyond ASCII", { ü: 1, a: 2 }],
  ["surrogate pairs", { "\u{1F600}": 1, "\uFFFD": 2 }],
])("keys of %s keep their canonical order", (_, value) => {
  const sorted = Object.keys(value).sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  expect(canonicalJson(value)).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:${value[key]}`).join(",")}}`);
});

test("a toJSON that every object has learned changes no digest", () => {
  const forged = { value: () => "forged", configurable: true };
  for (const prototype of [Object.prototype, Array.prototype]) Object.defineProperty(prototype, "toJSON", forged);
  expect(canonicalJson({ b: [1], a: {} })).toBe('{"a":{},"b":[1]}');
});

test("a value that answers differently each time is read once", () => {
  let asked = 0;
  const value = Object.defineProperty({}, "a", { get: () => (asked += 1), enumerable: true }) as Json;
  expect(canonicalJson(value)).toBe('{"a":1}');
});

test.each<[string, unknown]>([
  ["undefined", { a: undefined }],
  ["a function", { a: () => 1 }],
  ["a symbol key", { [Symbol("a")]: 1 }],
  ["a hidden key", Object.defineProperty({}, "a", { value: 1, enumerable: false })],
  ["a map", new Map([["a", 1]])],
  ["a hole", Object.assign([], { length: 1 })],
  ["not a number", Number.NaN],
  ["a lone surrogate", "\uD800"],
])("%s has no copy, and no canonical form", (_, value) => {
  expect(canonicalCopy(value)).toBeUndefined();
  expect(() => canonicalJson(value as Json)).toThrow("is not JSON");
});
