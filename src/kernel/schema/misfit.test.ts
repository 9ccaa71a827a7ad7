import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { compileFits } from "./fits.ts";
import { findMisfit, isValueRef } from "./misfit.ts";
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

const D = `sha256:${"0a".repeat(32)}`;
const ROW = record<{ readonly name: string; readonly size?: number }>({ name: text, size: optional(count) });
type Shape = { readonly kind: "dot" } | { readonly kind: "disc"; readonly size: number };
const SHAPE = variants<Shape>({
  dot: record<Extract<Shape, { kind: "dot" }>>({ kind: constant("dot") }),
  disc: record<Extract<Shape, { kind: "disc" }>>({ kind: constant("disc"), size: count }),
});
const LETTERS = shape(/^[a-z]+$/, "small letters");
const WORD = shaped(LETTERS.pattern, LETTERS.expected);
const HUSHED = shaped(LETTERS.pattern, LETTERS.expected, { unquoted: true });
type ByKey = { readonly file: string } | { readonly size: number; readonly note?: string };
const BY_KEY = keyed<ByKey>({
  file: record<Extract<ByKey, { file: string }>>({ file: text }),
  size: record<Extract<ByKey, { size: number }>>({ size: count, note: optional(text) }),
});
const LONG = "y".repeat(41);

/** A form, a value, and the misfit as `path problem`; undefined when it fits. */
const CASES: readonly [string, SchemaNode, Json | undefined, string | undefined][] = [
  ["text", text.node, "", undefined],
  ["text", text.node, 1, "$ is a number, expected text"],
  ["text", text.node, null, "$ is null, expected text"],
  ["text", text.node, undefined, "$ is absent, expected text"],
  ["text", text.node, [], "$ is a list, expected text"],
  ["text", text.node, {}, "$ is an object, expected text"],
  ["text", text.node, true, "$ is true, expected text"],
  ["text", text.node, false, "$ is false, expected text"],
  ["text", text.node, 1n, "$ is a number, expected text"],
  ["text", text.node, new Float(1), "$ is a number, expected text"],
  ["digest", digest.node, D, undefined],
  [
    "digest",
    digest.node,
    D.toUpperCase(),
    "$ is a text of 71 characters, expected a digest (sha256: and 64 hex digits)",
  ],
  ["digest", digest.node, `${D}0`, "$ is a text of 72 characters, expected a digest (sha256: and 64 hex digits)"],
  ["digest", digest.node, `x${D}`, "$ is a text of 72 characters, expected a digest (sha256: and 64 hex digits)"],
  ["digest", digest.node, `${D}\n`, "$ is a text of 72 characters, expected a digest (sha256: and 64 hex digits)"],
  ["digest", digest.node, 7, "$ is a number, expected a digest (sha256: and 64 hex digits)"],
  ["a shape", WORD.node, "abc", undefined],
  ["a shape", WORD.node, "aBc", '$ is "aBc", expected small letters'],
  ["a shape", WORD.node, 7, "$ is a number, expected small letters"],
  ["a shape that may hide a secret", HUSHED.node, "S3CR3T", "$ is other text, expected small letters"],
  ["a shape that may hide a secret", HUSHED.node, null, "$ is null, expected small letters"],
  ["a count from one", countFrom(1).node, 1, undefined],
  ["a count from one", countFrom(1).node, 0, "$ is a number, expected a whole number from 1"],
  ["shaped keys", map(count, LETTERS).node, { abc: 1 }, undefined],
  ["shaped keys", map(count, LETTERS).node, { ABC: 1 }, '$["ABC"] is no usable name, expected small letters'],
  ["shaped keys", map(count, LETTERS).node, { abc: "x" }, '$["abc"] is "x", expected a whole number from 0'],
  ["by key", BY_KEY.node, { file: "a" }, undefined],
  ["by key", BY_KEY.node, { size: 1, note: "n" }, undefined],
  ["by key", BY_KEY.node, { size: "x" }, '$.size is "x", expected a whole number from 0'],
  ["by key", BY_KEY.node, { file: "a", note: "n" }, "$.note is no known field"],
  ["by key", BY_KEY.node, { note: "n" }, "$ is without file or size, expected one of them"],
  ["by key", BY_KEY.node, { file: "a", size: 1 }, "$ has more than one of file or size, expected one of them"],
  ["by key", BY_KEY.node, [], "$ is a list, expected an object"],
  ["count", count.node, 0, undefined],
  ["count", count.node, Number.MAX_SAFE_INTEGER, undefined],
  ["count", count.node, -1, "$ is a number, expected a whole number from 0"],
  ["count", count.node, 0.5, "$ is a number, expected a whole number from 0"],
  ["count", count.node, -0, "$ is a number, expected a whole number from 0"],
  ["count", count.node, 2 ** 53, "$ is a number, expected a whole number from 0"],
  ["count", count.node, 1n, "$ is a number, expected a whole number from 0"],
  ["count", count.node, new Float(1), "$ is a number, expected a whole number from 0"],
  ["count", count.node, "1", '$ is "1", expected a whole number from 0'],
  ["number", number.node, -0.5, undefined],
  ["number", number.node, 2n ** 70n, undefined],
  ["number", number.node, new Float(1), undefined],
  ["number", number.node, "1", '$ is "1", expected a number'],
  ["truth", truth.node, false, undefined],
  ["truth", truth.node, 0, "$ is a number, expected true or false"],
  ["words", words("a", "b").node, "b", undefined],
  ["words", words("a", "b").node, "c", '$ is "c", expected one of a, b'],
  ["words", words("a", "b").node, ["a"], "$ is a list, expected one of a, b"],
  ["words", words("a").node, "y".repeat(40), `$ is "${"y".repeat(40)}", expected one of a`],
  ["words", words("a").node, LONG, "$ is a text of 41 characters, expected one of a"],
  ["constant", constant(1).node, 1, undefined],
  ["constant", constant(1).node, "1", '$ is "1", expected 1'],
  ["constant", constant("x").node, "y", '$ is "y", expected "x"'],
  ["constant", constant(true).node, false, "$ is false, expected true"],
  ["nullable", nullable(text).node, null, undefined],
  ["nullable", nullable(text).node, "a", undefined],
  ["nullable", nullable(text).node, 1, "$ is a number, expected text"],
  ["variants", SHAPE.node, { kind: "dot" }, undefined],
  ["variants", SHAPE.node, { size: 1, kind: "disc" }, undefined],
  ["variants", SHAPE.node, { kind: "dot", size: 1 }, "$.size is no known field"],
  ["variants", SHAPE.node, { kind: "disc" }, "$.size is absent"],
  ["variants", SHAPE.node, { kind: "ring" }, '$.kind is "ring", expected one of dot, disc'],
  ["variants", SHAPE.node, { kind: ["dot"] }, "$.kind is a list, expected one of dot, disc"],
  ["variants", SHAPE.node, {}, "$.kind is absent, expected one of dot, disc"],
  ["variants", SHAPE.node, "dot", '$ is "dot", expected an object'],
  ["free", free.node, null, undefined],
  ["free", free.node, undefined, "$ is absent"],
  ["list", list(text).node, [], undefined],
  ["list", list(text).node, ["a", 1, 2], "$[1] is a number, expected text"],
  ["list", list(text).node, { 0: "a" }, "$ is an object, expected a list"],
  ["list of rows", list(ROW).node, [{ name: "a" }, { name: 1 }], "$[1].name is a number, expected text"],
  ["map", map(count).node, { a: 1, b: 2 }, undefined],
  ["map", map(count).node, { a: 1, 'b"': "2" }, '$["b\\""] is "2", expected a whole number from 0'],
  ["map", map(count).node, [], "$ is a list, expected an object"],
  ["map of digests", map(free, "digest").node, { [D]: null }, undefined],
  ["map of digests", map(free, "digest").node, { [D]: 1, a: 1 }, '$["a"] the key is no digest'],
  ["map by text", map(free).node, { a: 1 }, undefined],
  ["referable", referable(list(text)).node, ["a"], undefined],
  ["referable", referable(list(text)).node, { $digest: D }, undefined],
  ["referable", referable(list(text)).node, { $digest: "sha256:0" }, "$ is an object, expected a list"],
  ["record", ROW.node, { name: "a" }, undefined],
  ["record", ROW.node, { size: 1, name: "a" }, undefined],
  ["record", ROW.node, {}, "$.name is absent"],
  ["record", ROW.node, { name: "a", size: null }, "$.size is null, expected a whole number from 0"],
  ["record", ROW.node, { name: "a", colour: 1 }, "$.colour is no known field"],
  ["record", ROW.node, { name: "a", constructor: 1 }, "$.constructor is no known field"],
  [
    "record",
    ROW.node,
    Object.fromEntries([
      ["__proto__", 1],
      ["name", "a"],
    ]),
    "$.__proto__ is no known field",
  ],
  ["record", ROW.node, null, "$ is null, expected an object"],
  ["record", ROW.node, new Float(1), "$ is a number, expected an object"],
];

describe("findMisfit", () => {
  test.each(CASES)("%s, case %#", (_name, node, value, expected) => {
    const misfit = findMisfit(value, node, "$");
    expect(misfit === undefined ? undefined : `${misfit.path} ${misfit.problem}`).toBe(expected);
  });

  test("an inherited field is not there", () => {
    expect(findMisfit(Object.create({ name: "a" }) as Json, ROW.node, "$")).toEqual({
      path: "$.name",
      problem: "is absent",
    });
  });
});

describe("isValueRef", () => {
  test.each<[unknown, boolean]>([
    [{ $digest: D }, true],
    [{ $digest: D, more: 1 }, false],
    [{ $digest: "sha256:0" }, false],
    [{ $digest: 1 }, false],
    [{}, false],
    [[], false],
    [null, false],
    [undefined, false],
    [D, false],
  ])("%j: %s", (value, is) => {
    expect(isValueRef(value)).toBe(is);
  });
});

describe("compileFits says yes exactly where findMisfit finds nothing", () => {
  test.each(CASES)("%s, case %#", (_name, node, value, expected) => {
    // An absent value of a scalar form is asked for by nobody.
    expect(compileFits(node)(value, { native: true })).toBe(expected === undefined);
  });

  const nodes: fc.Arbitrary<SchemaNode> = fc.letrec<{ node: SchemaNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(text.node, digest.node, count.node, number.node, truth.node, free.node, words("a", "b").node),
      tie("node").map((of): SchemaNode => ({ kind: "list", of })),
      tie("node").map((of): SchemaNode => ({ kind: "map", of, keys: "text" })),
      tie("node").map((of): SchemaNode => ({ kind: "referable", of })),
      fc
        .tuple(tie("node"), tie("node"))
        .map(
          ([a, b]) =>
            record<{ readonly a: unknown; readonly b?: unknown }>({ a: { node: a }, b: { optional: { node: b } } })
              .node,
        ),
    ),
  })).node;
  const values = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);
  const likely = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>("a", "b", 1, 0.5, true, D, { $digest: D }),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: ["a"] }),
    ),
  })).value;

  test("for any form and any value", () => {
    fc.assert(
      fc.property(nodes, fc.oneof(values, likely), (node, value) => {
        expect(compileFits(node)(value, { native: true })).toBe(findMisfit(value, node, "$") === undefined);
      }),
      { seed: 11, numRuns: 1500 },
    );
  });

  test.each<[string, Json, boolean]>([
    ["keys in order", { name: "a", size: 1 }, true],
    ["keys out of order", { size: 1, name: "a" }, false],
  ])("sees whether the native writer would write it canonically: %s", (_what, value, native) => {
    const sight = { native: true };
    expect(compileFits(ROW.node)(value, sight)).toBe(true);
    expect(sight.native).toBe(native);
  });
});
