import { describe, expect, test } from "vitest";
import {
  constant,
  count,
  digest,
  free,
  list,
  map,
  nullable,
  number,
  optional,
  record,
  referable,
  type SchemaNode,
  text,
  truth,
  variants,
  words,
} from "./schema.ts";

const ONE = record<{ readonly kind: "a" }>({ kind: constant("a") });

describe("forms are data", () => {
  test.each<[string, { readonly node: SchemaNode }, SchemaNode]>([
    ["text", text, { kind: "text" }],
    ["digest", digest, { kind: "digest" }],
    ["count", count, { kind: "count" }],
    ["number", number, { kind: "number" }],
    ["truth", truth, { kind: "truth" }],
    ["free", free, { kind: "free" }],
    ["words", words("a", "b"), { kind: "words", words: new Set(["a", "b"]) }],
    ["constant", constant(1), { kind: "constant", value: 1 }],
    ["list", list(text), { kind: "list", of: { kind: "text" } }],
    ["map", map(count), { kind: "map", of: { kind: "count" }, keys: "text" }],
    ["map of digests", map(free, "digest"), { kind: "map", of: { kind: "free" }, keys: "digest" }],
    ["constant truth", constant(true), { kind: "constant", value: true }],
    ["nullable", nullable(text), { kind: "nullable", of: { kind: "text" } }],
    ["variants", variants<{ kind: "a" }>({ a: ONE }), { kind: "variants", of: new Map([["a", ONE.node]]) }],
    ["referable", referable(text), { kind: "referable", of: { kind: "text" } }],
  ])("%s", (_name, schema, node) => {
    expect(schema.node).toEqual(node);
  });

  test("a record knows its fields, and which of them have to be there, in their order", () => {
    const schema = record<{ readonly b: string; readonly a?: number; readonly c: boolean }>({
      b: text,
      a: optional(count),
      c: truth,
    });
    expect(schema.node).toEqual({
      kind: "record",
      fields: new Map([
        ["b", { node: { kind: "text" }, optional: false }],
        ["a", { node: { kind: "count" }, optional: true }],
        ["c", { node: { kind: "truth" }, optional: false }],
      ]),
      required: ["b", "c"],
    });
  });
});
