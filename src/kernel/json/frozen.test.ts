import { sha256 } from "#platform";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import { isNativelyCanonical } from "../digest/native-canonical.ts";
import { digestJson } from "../digest/digest.ts";
import { frozenCopy, frozenJson } from "./frozen.ts";
import { Float, type Json } from "./value.ts";

/** Every object in a value, itself included. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null || value instanceof Float) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

const json: fc.Arbitrary<Json> = fc
  .anything({
    key: fc.string({ unit: "binary" }),
    values: [fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: "binary" }), fc.constant(new Float(1))],
    withNullPrototype: false,
  })
  .map((value) => value as Json);

describe("a frozen copy is the same value, and nobody can change it", () => {
  test("any JSON: equal, with the same digest, frozen all the way down", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = frozenJson(value);
        expect(canonicalJson(copy)).toBe(canonicalJson(value));
        expect(digestJson(sha256, copy)).toBe(digestJson(sha256, value));
        expect(objectsIn(copy).every((entry) => Object.isFrozen(entry))).toBe(true);
      }),
    );
  });

  test("its owner changes the original, and the copy stays", () => {
    const original = { list: [{ a: 1 }], text: "t" };
    const copy = frozenCopy(original);
    original.list.push({ a: 2 });
    Object.assign(original.list[0] ?? {}, { a: 9 });
    original.text = "other";
    expect(copy).toEqual({ list: [{ a: 1 }], text: "t" });
  });

  test("writing to it throws", () => {
    const copy = frozenCopy({ list: [{ a: 1 }] });
    expect(() => copy.list.push({ a: 2 })).toThrow(TypeError);
    expect(() => Object.assign(copy.list[0] ?? {}, { a: 9 })).toThrow(TypeError);
    expect(() => Object.assign(copy, { list: [] })).toThrow(TypeError);
  });

  test("what is no object is itself, floats and big integers included", () => {
    const float = new Float(1);
    for (const value of [null, true, "t", 1, 2n ** 64n, float]) expect(frozenJson(value)).toBe(value);
  });

  test("keys stand in code-point order, so that the native writer writes them canonically", () => {
    const copy = frozenCopy({ b: 1, a: { d: 1, c: 2 }, "\u{1F600}": 1, "\uFFFF": 2 });
    expect(Object.keys(copy)).toEqual(["a", "b", "\uFFFF", "\u{1F600}"]);
    expect(JSON.stringify(copy)).toBe(canonicalJson(copy));
    expect(isNativelyCanonical(frozenCopy({ z: 1, a: [{ y: 1, b: 2 }] }))).toBe(true);
  });

  test("__proto__ is a key like any other", () => {
    const given = JSON.parse('{"__proto__": {"polluted": true}}') as Json & object;
    const copy = frozenCopy(given);
    expect(Object.keys(copy)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(canonicalJson(copy)).toBe('{"__proto__":{"polluted":true}}');
  });

  test.each<[string, () => object]>([
    ["a Map", () => new Map([["a", 1]])],
    ["a Set", () => new Set([1])],
    ["a regular expression", () => /a/],
    ["an instance of a class", () => new TypeError("a")],
    ["an object made from another", () => Object.create({ a: 1 }) as object],
  ])("%s is refused, at the top and below", (_what, make) => {
    expect(() => frozenJson(make() as Json)).toThrow(NotJsonError);
    expect(() => frozenJson([{ a: make() as Json }])).toThrow(NotJsonError);
  });

  test("an object without prototype is plain", () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(frozenCopy(bare)).toEqual({ a: 1 });
  });

  test("a member that is undefined is absent", () => {
    const copy = frozenCopy({ a: undefined, b: { c: undefined, d: null } });
    expect(Object.keys(copy)).toEqual(["b"]);
    expect(canonicalJson(copy as unknown as Json)).toBe('{"b":{"d":null}}');
  });
});
