import { expect, test } from "vitest";
import { Float, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { exactJson } from "./exact-json.ts";

test("numbers are written as they were read, however deep they stand", () => {
  const text = '{\n  "a": [\n    1.0,\n    1,\n    {\n      "big": 18446744073709551615\n    }\n  ],\n  "b": -0.5\n}';
  const reading = readJsonText(text, utf8);
  expect(reading.ok && exactJson(reading.value)).toBe(text);
});

test.each([
  ["an empty list and an empty object", { list: [], object: {} }],
  ["text that needs escapes", { "a\nb": '"\\\u2028' }],
  ["a key of Object.prototype", JSON.parse('{"__proto__": {"a": [null, true]}}')],
  ["an absent member", { a: undefined, b: 1 }],
])("%s is laid out as JSON.stringify lays it out", (_, value) => {
  expect(exactJson(value)).toBe(JSON.stringify(value, null, 2));
});

test("a whole float is not an integer", () => {
  expect(exactJson({ a: new Float(5) })).toBe('{\n  "a": 5.0\n}');
});
