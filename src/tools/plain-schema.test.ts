import { expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { plainSchema } from "./plain-schema.ts";

test("type words of other languages are translated at every depth, `any` says nothing", () => {
  const described: JsonObject = {
    type: "dict",
    properties: {
      ratio: { type: "float" },
      names: { type: "tuple", items: { type: "String" } },
      either: { type: ["int", "long", "None"] },
      free: { type: "any", description: "whatever" },
      deep: { anyOf: [{ type: "ArrayList" }, { type: "HashMap" }] },
    },
    required: ["ratio"],
  };
  expect(plainSchema(described)).toEqual({
    type: "object",
    properties: {
      ratio: { type: "number" },
      names: { type: "array", items: { type: "string" } },
      either: { type: ["integer", "null"] },
      free: { description: "whatever" },
      deep: { anyOf: [{ type: "array" }, { type: "object" }] },
    },
    required: ["ratio"],
  });
});

test("words that no draft knows are left out where a keyword stands, and nowhere else", () => {
  const described: JsonObject = {
    type: "object",
    optional: true,
    properties: { optional: { type: "string", optional: true, default: { optional: true }, enum: ["optional"] } },
    "x-order": 1,
  };
  expect(plainSchema(described)).toEqual({
    type: "object",
    properties: { optional: { type: "string", default: { optional: true }, enum: ["optional"] } },
    "x-order": 1,
  });
});

test("what JSON Schema would check stays, also where we cannot", () => {
  const described: JsonObject = { type: "date", $dynamicRef: "#a", minimum: "0" };
  expect(plainSchema(described)).toEqual(described);
});

test("a keyword that says nothing is left out: null where a list is due, a property that calls itself required", () => {
  const schema = { type: "object", properties: { a: { type: "string", required: true } }, required: null, enum: null };
  expect(plainSchema(schema)).toEqual({ type: "object", properties: { a: { type: "string" } } });
  expect(plainSchema({ const: null, default: null })).toEqual({ const: null, default: null });
});

test("nullable is OpenAPI's word for a type that may also be null", () => {
  expect(plainSchema({ type: "str", nullable: true })).toEqual({ type: ["string", "null"] });
  expect(plainSchema({ type: "str", nullable: false })).toEqual({ type: "string" });
});
