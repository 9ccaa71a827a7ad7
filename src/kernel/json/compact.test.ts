import { expect, test } from "vitest";
import { compactJson, compactMember } from "./compact.ts";
import { Float, type Json } from "./value.ts";

test.each<[Json, string]>([
  [null, "null"],
  [true, "true"],
  [[false, 1, new Float(1), 0.25, -0, 18_446_744_073_709_551_615n], "[false,1,1.0,0.25,-0.0,18446744073709551615]"],
  [{ b: [], a: {} }, '{"b":[],"a":{}}'],
  ['"\\\n\u0001\u2028é😀', '"\\"\\\\\\n\\u0001\u2028é😀"'],
  ["a\uD800b", '"a\uFFFDb"'],
])("value %# is written compactly, keys in their order", (value, text) => {
  expect(compactJson(value)).toBe(text);
});

test("a key is written like any text", () => {
  expect(compactMember(['a"', 1])).toBe('"a\\"":1');
});
