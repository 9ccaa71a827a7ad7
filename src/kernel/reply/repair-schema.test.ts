import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { parseRepairSchema } from "./repair-schema.ts";

test("fields, required names and the word on undeclared fields are read (T02)", () => {
  const schema = {
    type: "object",
    properties: { path: { type: "string" }, limit: { type: ["integer", "null"] }, any: {}, never: false, all: true },
    required: ["path", "path", "elsewhere"],
    additionalProperties: false,
  };
  expect(parseRepairSchema(schema)).toEqual({
    fields: new Map<string, unknown>([
      ["path", new Set(["string"])],
      ["elsewhere", "any"],
      ["limit", new Set(["integer", "null"])],
      ["any", "any"],
      ["never", new Set()],
      ["all", "any"],
    ]),
    required: ["path", "elsewhere"],
    undeclared: "forbidden",
  });
});

test.each([
  [undefined, "unsaid"],
  [false, "forbidden"],
  [true, "welcome"],
  [{ type: "string" }, "welcome"],
])("additionalProperties %j makes undeclared fields %s", (additionalProperties, undeclared) => {
  const schema: Json = additionalProperties === undefined ? {} : { additionalProperties };
  expect(parseRepairSchema(schema)?.undeclared).toBe(undeclared);
});

test("a type word that JSON Schema does not know may mean anything", () => {
  expect(
    parseRepairSchema({ properties: { a: { type: "float" }, b: { type: ["integer", "float"] }, c: { type: 1 } } })
      ?.fields,
  ).toEqual(
    new Map([
      ["a", "any"],
      ["b", "any"],
      ["c", "any"],
    ]),
  );
});

test("names of Object.prototype are fields like any other", () => {
  const fields = parseRepairSchema({ properties: JSON.parse('{"__proto__": {"type": "string"}}') as Json })?.fields;
  expect(fields).toEqual(new Map([["__proto__", new Set(["string"])]]));
  expect(parseRepairSchema({})?.fields.has("constructor")).toBe(false);
});

describe("arguments of a schema that cannot be read whole are never repaired (T02)", () => {
  test.each<[string, Json]>([
    ["no object", true],
    ["null", null],
    ["a list", []],
    ["another type", { type: "string" }],
    ["several types", { type: ["object", "null"] }],
    ["properties that are none", { properties: [] }],
    ["required that is no list", { required: "path" }],
    ["required with a number", { required: ["path", 1] }],
    ["$ref", { $ref: "#/$defs/a" }],
    ["$dynamicRef", { $dynamicRef: "#a" }],
    ["allOf", { allOf: [] }],
    ["anyOf", { anyOf: [] }],
    ["oneOf", { oneOf: [] }],
    ["not", { not: {} }],
    ["if", { if: {} }],
    ["dependencies", { dependencies: {} }],
    ["dependentRequired", { dependentRequired: {} }],
    ["dependentSchemas", { dependentSchemas: {} }],
    ["patternProperties", { patternProperties: {} }],
    ["propertyNames", { propertyNames: {} }],
    ["unevaluatedProperties", { unevaluatedProperties: false }],
  ])("%s", (_, schema) => {
    expect(parseRepairSchema(schema)).toBeUndefined();
  });
});
