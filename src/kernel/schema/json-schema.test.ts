import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { MUTATION_INPUT } from "../evidence/mutation-input.ts";
import { TUSK_INPUT } from "../evidence/tusk-schema.ts";
import { closedFile, found } from "../../../conformance/altered-turn.ts";
import { compileSchema } from "./json-schema-check.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { findMisfit } from "./misfit.ts";
import {
  constant,
  count,
  countFrom,
  digest,
  free,
  keyed,
  list,
  map,
  nullable,
  number,
  optional,
  record,
  referable,
  type SchemaNode,
  shape,
  shaped,
  text,
  truth,
  variants,
  words,
} from "./schema.ts";

const DIGEST = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const ROW = record<{ readonly name: string; readonly size?: number }>({ name: text, size: optional(count) });

describe("jsonSchemaOf", () => {
  test.each<[string, SchemaNode, Json]>([
    ["free", free.node, {}],
    ["text", text.node, { type: "string" }],
    ["digest", digest.node, DIGEST],
    ["truth", truth.node, { type: "boolean" }],
    ["count", count.node, { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ["count from one", countFrom(1).node, { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }],
    ["shape", shaped(/^[a-z]+$/, "letters").node, { type: "string", pattern: "^[a-z]+$" }],
    ["by key", keyed({ name: ROW }).node, { oneOf: [jsonSchemaOf(ROW.node)] }],
    [
      "map of shaped keys",
      map(text, shape(/^[a-z]+$/, "letters")).node,
      {
        type: "object",
        additionalProperties: { type: "string" },
        propertyNames: { type: "string", pattern: "^[a-z]+$" },
      },
    ],
    ["number", number.node, { type: "number" }],
    ["words", words("a", "b").node, { enum: ["a", "b"] }],
    ["constant", constant(1).node, { const: 1 }],
    ["nullable", nullable(text).node, { anyOf: [{ type: "string" }, { type: "null" }] }],
    [
      "variants",
      variants<{ kind: "a" }>({ a: record<{ kind: "a" }>({ kind: constant("a") }) }).node,
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "a" } }, required: ["kind"], additionalProperties: false },
        ],
      },
    ],
    ["list", list(text).node, { type: "array", items: { type: "string" } }],
    ["map", map(text).node, { type: "object", additionalProperties: { type: "string" } }],
    [
      "map of digests",
      map(text, "digest").node,
      { type: "object", additionalProperties: { type: "string" }, propertyNames: DIGEST },
    ],
    [
      "referable",
      referable(text).node,
      {
        anyOf: [
          { type: "string" },
          { type: "object", properties: { $digest: DIGEST }, required: ["$digest"], additionalProperties: false },
        ],
      },
    ],
    [
      "record",
      ROW.node,
      {
        type: "object",
        properties: {
          name: { type: "string" },
          size: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        },
        required: ["name"],
        additionalProperties: false,
      },
    ],
  ])("%s", (_name, node, schema) => {
    expect(jsonSchemaOf(node)).toEqual(schema);
  });

  const D = `sha256:${"0a".repeat(32)}`;
  const FORM = record<{
    readonly a: string;
    readonly b?: readonly number[];
    readonly c: Readonly<Record<string, boolean>>;
    readonly d?: string | { readonly $digest: string };
    readonly e: "x" | "y";
  }>({ a: text, b: optional(list(count)), c: map(truth), d: optional(referable(text)), e: words("x", "y") });

  test("means the same as the form itself, for values near it", () => {
    const check = compileSchema(jsonSchemaOf(FORM.node));
    const leaf = fc.constantFrom<Json>(
      "x",
      "y",
      "",
      0,
      1,
      -1,
      1.5,
      true,
      null,
      [],
      {},
      D,
      { $digest: D },
      { $digest: "x" },
    );
    const value = fc.record(
      {
        a: leaf,
        b: fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })),
        c: fc.oneof(leaf, fc.dictionary(fc.constantFrom("k", "l"), leaf)),
        d: leaf,
        e: leaf,
        more: leaf,
      },
      { requiredKeys: [] },
    );
    const likely = fc.record(
      {
        a: fc.constant("x"),
        b: fc.constant([1]),
        c: fc.constant({ k: true }),
        d: leaf,
        e: fc.constantFrom("x", "y", "z"),
      },
      { requiredKeys: ["a", "c", "e"] },
    );
    fc.assert(
      fc.property(fc.oneof(value, likely), (given) => {
        expect(check(given as Json).length === 0).toBe(findMisfit(given as Json, FORM.node, "$") === undefined);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  test("the golden turn satisfies the schema of evidence.tusk, and not with one key more", () => {
    const check = compileSchema(jsonSchemaOf(TUSK_INPUT.node));
    const tusk = found(closedFile().evidence.tusk);
    expect(check(tusk)).toEqual([]);
    expect(check({ ...(tusk as Readonly<Record<string, Json>>), verdict: true }).length).toBeGreaterThan(0);
  });

  test("the schema of a mutation is a schema", () => {
    expect(compileSchema(jsonSchemaOf(MUTATION_INPUT.node))({}).length).toBeGreaterThan(0);
  });
});
