import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { compileSchema } from "./json-schema-check.ts";

// Spelled out, an object with this key looks like a promise to the linter.
const [THEN] = ["then"];
const KEYS = ["a", "b", "c", "__proto__", "constructor", "x y"];
const key = fc.constantFrom(...KEYS);

const number: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -3, max: 3 }).map((whole) => new Float(whole)),
  fc.constantFrom(0.5, 1.5, -0, 2n ** 60n, 2n ** 60n + 1n),
);

/** An object whose keys are its own, `__proto__` too. */
function object<T extends Json>(values: fc.Arbitrary<T>): fc.Arbitrary<Json> {
  return fc.array(fc.tuple(key, values), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false, "", "a", "ab", "😀"),
    number,
    fc.array(tie("value"), { maxLength: 4 }),
    object(tie("value")),
  ),
})).value;

const names = fc.array(key, { maxLength: 3 });
const count = fc.nat(3);

const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json; keywords: Json }>((tie) => {
  const one = tie("schema");
  const some = fc.array(one, { minLength: 1, maxLength: 3 });
  const type = fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object");
  const keywords: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    type,
    enum: fc.array(json, { maxLength: 3 }),
    const: json,
    minimum: number,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("a", "^.$", "^$"),
    items: one,
    prefixItems: some,
    contains: one,
    minContains: count,
    minItems: count,
    uniqueItems: fc.boolean(),
    properties: object(one),
    patternProperties: fc.record({ "^.$": one }),
    additionalProperties: one,
    required: names,
    propertyNames: one,
    maxProperties: count,
    dependentRequired: object(names),
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: one,
    if: one,
    [THEN]: one,
    else: one,
    unevaluatedItems: one,
    unevaluatedProperties: one,
  };
  const entry = fc.oneof(
    ...Object.entries(keywords).map(([name, values]) => values.map((value) => [name, value] as const)),
  );
  const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ([name]) => name });
  return {
    schema: fc.oneof({ maxDepth: 3, depthSize: "small" }, fc.boolean(), fc.record({ type }), tie("keywords")),
    keywords: entries.map((given): Json => Object.fromEntries(given)),
  };
}).schema;

function fits(given: Json, value: Json): boolean {
  return compileSchema(given)(value).length === 0;
}

const RUNS = { numRuns: 400 };

describe("laws every schema obeys", () => {
  test("alone in allOf, anyOf or oneOf, twice negated, referred to or repeated, a schema means the same (K04)", () => {
    fc.assert(
      fc.property(schema, json, (given, value) => {
        const expected = fits(given, value);
        const same: readonly Json[] = [
          { allOf: [given] },
          { anyOf: [given] },
          { oneOf: [given] },
          { not: { not: given } },
          { $ref: "#/$defs/it", $defs: { it: given } },
          { allOf: [given, given] },
          { anyOf: [given, given] },
          { if: given, else: false },
          { if: { not: given }, [THEN]: false },
        ];
        expect(same.map((other) => fits(other, value))).toEqual(same.map(() => expected));
      }),
      RUNS,
    );
  });

  test("one step into an array or an object changes the place and nothing else", () => {
    fc.assert(
      fc.property(schema, json, (given, value) => {
        const found = compileSchema(given)(value);
        const under = (place: string): unknown => found.map(({ path, problem }) => ({ path: place + path, problem }));
        expect(compileSchema({ items: given })([value])).toEqual(under("[0]"));
        expect(compileSchema({ prefixItems: [true, given] })([0, value])).toEqual(under("[1]"));
        expect(compileSchema({ properties: { a: given } })({ a: value })).toEqual(under(".a"));
        expect(compileSchema({ unevaluatedItems: given })([value])).toEqual(under("[0]"));
      }),
      RUNS,
    );
  });

  test("both, either and neither are what logic makes of each", () => {
    fc.assert(
      fc.property(schema, schema, json, (one, other, value) => {
        const [a, b] = [fits(one, value), fits(other, value)];
        expect({
          allOf: fits({ allOf: [one, other] }, value),
          anyOf: fits({ anyOf: [one, other] }, value),
          oneOf: fits({ oneOf: [one, other] }, value),
          not: fits({ not: one }, value),
          implied: fits({ if: one, [THEN]: other }, value),
        }).toEqual({ allOf: a && b, anyOf: a || b, oneOf: a !== b, not: !a, implied: !a || b });
      }),
      RUNS,
    );
  });

  test("asking for one field more never makes a refused value pass", () => {
    fc.assert(
      fc.property(schema, names, key, json, (given, required, more, value) => {
        const before = fits({ allOf: [given], required }, value);
        expect(fits({ allOf: [given], required: [...required, more] }, value) && !before).toBe(false);
      }),
      RUNS,
    );
  });

  test("a value is its own constant, and whole numbers equal their floats", () => {
    const floats = (value: Json): Json => {
      if (typeof value === "number" && Number.isInteger(value)) return new Float(value);
      if (Array.isArray(value)) return value.map(floats);
      return value;
    };
    fc.assert(
      fc.property(json, (value) => {
        expect([fits({ const: value }, value), fits({ enum: [0, value] }, floats(value))]).toEqual([true, true]);
        expect(fits({ uniqueItems: true }, [value, floats(value)])).toBe(false);
      }),
      RUNS,
    );
  });
});

describe("nothing is thrown", () => {
  const keyword = fc.constantFrom(
    ..."type enum const minimum multipleOf minLength pattern items prefixItems additionalItems contains minContains".split(
      " ",
    ),
    ..."uniqueItems properties patternProperties additionalProperties propertyNames required dependentRequired".split(
      " ",
    ),
    ..."dependentSchemas dependencies allOf anyOf oneOf not if then else $ref $defs unevaluatedProperties $id".split(
      " ",
    ),
  );
  const malformed = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      json,
      fc.constantFrom<Json>("#", "#/$defs", "#/not", "(", "string", "a"),
      fc.dictionary(fc.oneof(keyword, key), tie("any"), { maxKeys: 4 }),
      fc.array(tie("any"), { maxLength: 3 }),
    ),
  })).any;

  test("whatever JSON is given as a schema and as a value, and at most 20 short problems come back", () => {
    fc.assert(
      fc.property(malformed, malformed, (given, value) => {
        const found = compileSchema(given)(value);
        expect(found.length).toBeLessThanOrEqual(20);
        expect(found.every(({ problem }) => problem.length < 600)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
