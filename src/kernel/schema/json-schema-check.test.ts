import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { compileSchema, type SchemaProblem } from "./json-schema-check.ts";

// Spelled out, an object with this key looks like a promise to the linter.
const [THEN] = ["then"];
const BIG = 9_007_199_254_740_993n;

function problems(schema: Json, value: Json): readonly SchemaProblem[] {
  return compileSchema(schema)(value);
}

function at(path: string, problem: string): readonly SchemaProblem[] {
  return [{ path, problem }];
}

/** Some values, each with whether it fits. */
type Cases = readonly (readonly [schema: Json, fitting: readonly Json[], misfits: readonly Json[]])[];

function expectSorted(cases: Cases): void {
  for (const [schema, fitting, misfits] of cases) {
    const check = compileSchema(schema);
    expect({ schema, accepted: [...fitting, ...misfits].filter((value) => check(value).length === 0) }).toEqual({
      schema,
      accepted: fitting,
    });
  }
}

describe("each keyword accepts what it should and nothing else", () => {
  test("boolean schemas and type", () => {
    expectSorted([
      [true, [null, 1, {}], []],
      [false, [], [null, 1, {}]],
      [{}, [null, [], "x"], []],
      [{ type: "string" }, ["", "x"], [null, 1, true, [], {}, BIG, new Float(1)]],
      [{ type: "integer" }, [1, -0, BIG, new Float(1)], [1.5, "1", null, true, []]],
      [{ type: "number" }, [1, 1.5, BIG, new Float(1)], ["1", null, {}]],
      [{ type: "object" }, [{}], [[], null, new Float(1), "x"]],
      [{ type: "array" }, [[]], [{}, null]],
      [{ type: ["boolean", "null"] }, [true, false, null], [0, ""]],
    ]);
  });

  test("enum and const compare deeply, and 1 is 1.0", () => {
    const tree: Json = { a: [1, { b: null }], c: "x" };
    expectSorted([
      [{ enum: ["a", 1, null] }, ["a", 1, new Float(1), null], ["b", "1", true, [], {}]],
      [
        { enum: [tree] },
        [{ c: "x", a: [new Float(1), { b: null }] }],
        [{ a: [1, { b: null }] }, { ...tree, c: "y" }, []],
      ],
      [{ const: BIG }, [BIG], [9_007_199_254_740_992, BIG + 1n]],
      [{ const: new Float(2 ** 60) }, [2n ** 60n], [2n ** 60n + 1n]],
      [{ const: 0 }, [0, -0, new Float(0)], [false, null, ""]],
      [{ const: [] }, [[]], [{}, [null], null]],
      [{ enum: [] }, [], [null, 1]],
    ]);
  });

  test("limits of numbers are exact beyond 2^53", () => {
    expectSorted([
      [{ minimum: 2 }, [2, new Float(2), 3, BIG, "1"], [1, 1.9, -BIG]],
      [{ maximum: BIG }, [BIG, 9_007_199_254_740_992, 1], [BIG + 1n, new Float(2 ** 60)]],
      [{ exclusiveMinimum: 2, exclusiveMaximum: 3 }, [2.5], [2, 3, new Float(3)]],
      [{ multipleOf: 3 }, [0, 9, -3, new Float(6), 3n ** 35n, "x"], [1, 1.5, 3n ** 35n + 1n]],
      [{ multipleOf: 0.01 }, [19.99, 0.3, 7, new Float(2)], [0.001, 19.995]],
      [{ multipleOf: 0.5 }, [1.5, 1e300, BIG], [0.25]],
    ]);
  });

  test("lengths count code points, patterns are searched for", () => {
    expectSorted([
      [{ minLength: 2 }, ["ab", "😀😀", 1], ["a", "😀", ""]],
      [{ maxLength: 2 }, ["ab", "😀😀", ""], ["abc", "😀😀😀", "abcdef"]],
      [{ minLength: new Float(1), maxLength: 1 }, ["a", "😀", "\ud800"], ["", "ab"]],
      [{ pattern: "^.$" }, ["a", "😀", 1], ["", "ab"]],
      [{ pattern: "b" }, ["abc"], ["ac"]],
      [{ pattern: "^[\\w-.]+$" }, ["a-b.c"], ["a b"]],
    ]);
  });

  test("arrays", () => {
    expectSorted([
      [{ minItems: 1, maxItems: 2 }, [[1], [1, 2], "x"], [[], [1, 2, 3]]],
      [{ items: { type: "string" } }, [[], ["a"], {}], [["a", 1]]],
      [{ prefixItems: [{ type: "string" }], items: false }, [[], ["a"]], [[1], ["a", "b"]]],
      [{ items: [{ type: "string" }], additionalItems: false }, [[], ["a"]], [[1], ["a", "b"]]],
      [{ items: [], additionalItems: { type: "null" } }, [[null]], [[1]]],
      [{ items: true, additionalItems: false }, [[1, 2]], []],
      [{ contains: { type: "null" } }, [[1, null], "x"], [[], [1]]],
      [
        { contains: { type: "null" }, minContains: 2, maxContains: 3 },
        [[null, null]],
        [[null], [null, null, null, null]],
      ],
      [{ contains: { type: "null" }, minContains: 0 }, [[], [1]], []],
      [
        { uniqueItems: true },
        [[], [1, "1", true, null, [], {}, [1], { a: 1 }], [BIG, BIG + 1n]],
        [
          [1, new Float(1)],
          [{ a: 1, b: 2 }, 0, { b: 2, a: 1 }],
        ],
      ],
      [{ uniqueItems: false }, [[1, 1]], []],
    ]);
  });

  test("objects", () => {
    expectSorted([
      [{ properties: { a: { type: "null" } } }, [{}, { a: null, b: 1 }, []], [{ a: 1 }]],
      [
        { patternProperties: { "^x": { type: "null" } }, additionalProperties: false },
        [{}, { x1: null }],
        [{ x1: 1 }, { y: null }],
      ],
      [{ properties: { a: true }, additionalProperties: { type: "null" } }, [{ a: 1, b: null }], [{ b: 1 }]],
      [{ properties: { ab: true }, patternProperties: { b: { type: "null" } } }, [{ ab: null }], [{ ab: 1 }]],
      [{ required: ["a"] }, [{ a: null }, []], [{}, { b: 1 }]],
      [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }, 7], [{}, { a: 1, b: 2, c: 3 }]],
      [{ propertyNames: { maxLength: 1 } }, [{}, { a: 1 }], [{ ab: 1 }]],
      [{ dependentRequired: { a: ["b"] } }, [{}, { b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
      [{ dependentSchemas: { a: { minProperties: 2 } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
      [{ dependencies: { a: ["b"], c: { minProperties: 2 } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }, { c: 1 }]],
    ]);
  });

  test("combinations and conditions", () => {
    expectSorted([
      [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
      [{ anyOf: [{ type: "string" }, { type: "null" }] }, ["", null], [1]],
      [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1, 2]],
      [{ not: { type: "string" } }, [1], ["x"]],
      [{ if: { type: "string" }, [THEN]: { minLength: 1 }, else: { type: "null" } }, ["x", null], ["", 1]],
      [{ [THEN]: false, else: false }, [1], []],
    ]);
  });

  test("what no keyword beside or below has looked at is left to unevaluatedProperties and unevaluatedItems", () => {
    const either: Json = {
      anyOf: [{ properties: { a: { type: "null" } }, required: ["a"] }, { properties: { b: true } }],
    };
    expectSorted([
      [{ ...either, unevaluatedProperties: false }, [{}, { b: 1 }, { a: null, b: 1 }], [{ a: 1 }, { c: 1 }]],
      [{ properties: { p: { unevaluatedProperties: false } } }, [{ p: {}, q: 1 }], [{ p: { q: 1 } }]],
      [{ allOf: [{ additionalProperties: true }], unevaluatedProperties: false }, [{ a: 1 }], []],
      [
        {
          if: { required: ["a"], properties: { a: true } },
          else: { properties: { b: true } },
          unevaluatedProperties: false,
        },
        [{ a: 1 }, { b: 1 }],
        [{ a: 1, b: 1 }],
      ],
      [
        { allOf: [{ prefixItems: [true] }], contains: { type: "null" }, unevaluatedItems: false },
        [[1, null]],
        [[1, null, 2]],
      ],
      [{ $ref: "#/$defs/a", $defs: { a: { items: true } }, unevaluatedItems: false }, [[1, 2]], []],
      [
        { not: { not: { properties: { a: true } } }, unevaluatedProperties: { type: "null" } },
        [{ a: null }],
        [{ a: 1 }],
      ],
      [
        { dependentSchemas: { a: { properties: { a: true, b: true } } }, unevaluatedProperties: false },
        [{ a: 1, b: 1 }],
        [{ b: 1 }],
      ],
    ]);
  });

  test("references inside the document, escaped, encoded, recursive and to another place than a definition", () => {
    const tree: Json = {
      type: "object",
      properties: { left: { $ref: "#" }, right: { $ref: "#" } },
      additionalProperties: false,
    };
    const inner: Json = { $id: "urn:inner", $ref: "#/$defs/a", $defs: { a: { type: "null" } } };
    expectSorted([
      [tree, [{ left: { right: {} } }], [{ left: { up: {} } }, { left: 1 }]],
      [{ $ref: "#/$defs/a~1b~0c%25", $defs: { "a/b~c%": { type: "null" } } }, [null], [1]],
      [{ $ref: "#/definitions/a", minimum: 2, definitions: { a: { type: "integer" } } }, [2], [1, 2.5]],
      [{ properties: { a: { type: "null" }, b: { $ref: "#/properties/a" } } }, [{ b: null }], [{ b: 1 }]],
      [{ items: [{ $ref: "#/items/1" }, { type: "null" }] }, [[null]], [[1]]],
      [{ properties: { $ref: { type: "string" } } }, [{ $ref: "x" }], [{ $ref: 1 }]],
      [{ properties: { in: inner }, $defs: { a: { type: "string" } } }, [{ in: null }], [{ in: "x" }]],
      [
        {
          $ref: "#/$defs/in/$defs/b",
          $defs: { in: { ...inner, $defs: { a: { type: "null" }, b: { $ref: "#/$defs/a" } } } },
        },
        [null],
        [1],
      ],
    ]);
  });
});

describe("a problem names its place and what was expected", () => {
  test("a value with many problems, in the order of its fields (T01)", () => {
    const schema: Json = {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1 },
        kind: { enum: ["file", "folder"] },
        limit: { type: "integer", minimum: 1 },
        tags: { type: "array", items: { type: ["string", "null"] } },
        until: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["path", "mode"],
      additionalProperties: false,
    };
    const value: Json = { path: "", kind: "link", limit: 0, tags: ["a", 1], until: 5, "odd name": true };
    expect(problems(schema, value)).toEqual([
      { path: ".mode", problem: "is absent" },
      { path: ".path", problem: "must have 1 or more characters" },
      { path: ".kind", problem: 'is not one of "file", "folder"' },
      { path: ".limit", problem: "must be at least 1" },
      { path: ".tags[1]", problem: "is a number, expected string or null" },
      {
        path: ".until",
        problem: "fits none of 2 alternatives (is a number, expected string; is a number, expected null)",
      },
      { path: '["odd name"]', problem: "is no known field" },
    ]);
  });

  test.each<readonly [Json, Json, string, string]>([
    [false, 1, "", "is not allowed"],
    [{ const: [1] }, 1, "", "is not an array"],
    [{ const: new Float(1) }, 2, "", "is not 1.0"],
    [{ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, null] }, 0, "", "is not one of 1, 2, 3, 4, 5, 6, 7, 8, …"],
    [{ multipleOf: 0.5 }, 1.2, "", "must be a multiple of 0.5"],
    [{ pattern: "^a" }, "secret", "", "must match the pattern ^a"],
    [{ uniqueItems: true }, [1, 2, 1], "[2]", "is the same as [0]"],
    [{ contains: false }, [], "", "must have 1 or more items that fit contains"],
    [{ oneOf: [true, {}] }, 1, "", "fits 2 of 2 alternatives, expected one"],
    [
      { oneOf: [{ required: ["a"] }, false, false] },
      {},
      "",
      "fits none of 3 alternatives (.a is absent; is not allowed; …)",
    ],
    [{ not: {} }, 1, "", "fits what it must not fit"],
    [
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      ".ab",
      "has a name that does not fit: must have 1 or fewer characters",
    ],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ".b", "is absent beside .a"],
    [{ unevaluatedProperties: false }, { a: 1 }, ".a", "is no known field"],
  ])("%j refuses %j", (schema, value, path, problem) => {
    expect(problems(schema, value)).toEqual(at(path, problem));
  });

  test("alternatives of alternatives stay one short problem", () => {
    let schema: Json = { type: "string" };
    for (let level = 0; level < 12; level++) schema = { anyOf: [schema, schema] };
    expect(problems(schema, 1).map(({ path, problem }) => [path, problem.length])).toEqual([["", 232]]);
  });

  test("at most 20 are returned, and no long text is repeated", () => {
    const long = "k".repeat(1000);
    expect(
      problems(
        { items: false },
        Array.from({ length: 500 }, () => 1),
      ),
    ).toHaveLength(20);
    expect(problems({ required: Array.from({ length: 500 }, (_, name) => `f${name}`) }, {})).toHaveLength(20);
    expect(problems({ additionalProperties: { const: long } }, { [long]: long.toUpperCase() })).toEqual(
      at(`["${"k".repeat(39)}…"]`, `is not "${"k".repeat(39)}…"`),
    );
  });
});

describe("a schema that cannot be evaluated in full refuses every value (K04)", () => {
  test.each<readonly [Json, string]>([
    [3, "# is malformed"],
    [null, "# is malformed"],
    [{ required: 3 }, "#/required is malformed"],
    [{ required: ["a", 1] }, "#/required is malformed"],
    [{ type: "text" }, "#/type is malformed"],
    [{ type: [] }, "#/type is malformed"],
    [{ minLength: -1 }, "#/minLength is malformed"],
    [{ minLength: 1.5 }, "#/minLength is malformed"],
    [{ minimum: 1, exclusiveMinimum: true }, "#/exclusiveMinimum is malformed"],
    [{ multipleOf: 0 }, "#/multipleOf is malformed"],
    [{ anyOf: [] }, "#/anyOf is malformed"],
    [{ enum: "a" }, "#/enum is malformed"],
    [{ $defs: 1 }, "#/$defs is malformed"],
    [{ properties: { a: { items: 1 } } }, "#/properties/a/items is malformed"],
    [{ properties: [] }, "#/properties is malformed"],
    [{ dependentRequired: { a: "b" } }, "#/dependentRequired/a is malformed"],
    [{ pattern: "(" }, "#/pattern is no regular expression"],
    [{ patternProperties: { "[": true } }, "#/patternProperties/[ is no regular expression"],
    [{ $dynamicRef: "#a" }, "#/$dynamicRef is not supported"],
    [{ nullable: true }, "#/nullable is not supported"],
    [{ constructor: 1 }, "#/constructor is not supported"],
    [{ $ref: "https://example.org/schema" }, "#/$ref names nothing in this document"],
    [{ $ref: "#anchor" }, "#/$ref names nothing in this document"],
    [{ $ref: "#/$defs/a", $defs: {} }, "#/$ref names nothing in this document"],
    [{ $ref: "#/toString" }, "#/$ref names nothing in this document"],
    [{ $ref: "#/%E0%A4%A" }, "#/$ref names nothing in this document"],
    [{ prefixItems: [true], items: [true] }, "#/items cannot be a list beside prefixItems"],
    [{ $ref: "#" }, "its references lead back to themselves"],
    [
      { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { not: { $ref: "#/$defs/a" } } } },
      "its references lead back to themselves",
    ],
  ])("%j", (schema, reason) => {
    const check = compileSchema(schema);
    const expected = at("", `the schema cannot be evaluated: ${reason}`);
    expect([check(null), check({ a: 1 }), check([])]).toEqual([expected, expected, expected]);
  });

  test("a place too long to be told is told by its end", () => {
    expect(problems({ properties: { ["k".repeat(1000)]: { required: 3, items: 4 } } }, 1)).toEqual(
      at("", `the schema cannot be evaluated: …${"k".repeat(90)}/required is malformed`),
    );
  });

  test("negation does not turn that into a pass", () => {
    expect(problems({ not: { not: { frobnicate: 1 } } }, 1)).toEqual(
      at("", "the schema cannot be evaluated: #/not/not/frobnicate is not supported"),
    );
  });

  test("annotations and x- keys are no such thing, and neither is a definition nobody refers to", () => {
    const annotations = Object.fromEntries(
      "title description default examples $schema $id $comment deprecated readOnly writeOnly format contentEncoding contentMediaType x-any"
        .split(" ")
        .map((name) => [name, 7]),
    );
    expect(problems({ ...annotations, $defs: { unused: { frobnicate: 1 } } }, 1)).toEqual([]);
  });
});

describe("hostile schemas and values", () => {
  const own = (text: string): Json => JSON.parse(text) as Json;

  test("names of Object.prototype are ordinary names", () => {
    const closed = own(
      '{"properties":{"__proto__":{"type":"null"}},"required":["__proto__"],"additionalProperties":false}',
    );
    expect(problems(closed, own('{"__proto__":null}'))).toEqual([]);
    expect(problems(closed, own('{"__proto__":1}'))).toEqual(at(".__proto__", "is a number, expected null"));
    expect(problems(closed, {})).toEqual(at(".__proto__", "is absent"));
    expect(problems({ required: ["constructor", "toString"] }, {})).toHaveLength(2);
    expect(problems({ additionalProperties: false }, { toString: 1 })).toEqual(at(".toString", "is no known field"));
    expect(problems({ dependentRequired: { constructor: ["a"] } }, {})).toEqual([]);
    expect(problems({ const: {} }, own('{"__proto__":{}}'))).toEqual(at("", "is not an object"));
    expect(problems({ const: own('{"__proto__":1}') }, { a: 1 })).toEqual(at("", "is not an object"));
  });

  test("a text too long for a pattern is refused untested", () => {
    const tooLong = "too long to be tested against its pattern";
    expect(problems({ pattern: "^a*$" }, "a".repeat(10_000))).toEqual([]);
    expect(problems({ pattern: "^a*$" }, "a".repeat(10_001))).toEqual(at("", tooLong));
    expect(problems({ patternProperties: { a: true } }, { ["a".repeat(10_001)]: 1 })).toEqual(
      at(`["${"a".repeat(39)}…"]`, tooLong),
    );
  });

  test("a schema, a chain of references or a value deeper than the stack is refused, not thrown", () => {
    const deep = (levels: number, wrap: (inner: Json) => Json): Json => {
      let value: Json = {};
      for (let level = 0; level < levels; level++) value = wrap(value);
      return value;
    };
    const refused = at("", "the value cannot be checked: it is nested too deep");
    const chain = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`d${n}`, { $ref: `#/$defs/d${n + 1}` }]));
    const $defs: Json = { ...chain, d5000: true };
    expect(
      problems(
        deep(20_000, (not) => ({ not })),
        1,
      ),
    ).toEqual(refused);
    expect(problems({ $ref: "#/$defs/d0", $defs, unevaluatedProperties: false }, { a: 1 })).toEqual(refused);
    expect(
      problems(
        { items: { $ref: "#" } },
        deep(20_000, (item) => [item]),
      ),
    ).toEqual(refused);
    expect(problems({ uniqueItems: true }, [deep(20_000, (a) => ({ a })), deep(20_000, (a) => ({ a }))])).toEqual(
      at("[1]", "is the same as [0]"),
    );
    expect(
      problems(
        { items: { $ref: "#" } },
        deep(127, (item) => [item]),
      ),
    ).toEqual([]);
  });

  test("a few lines that ask for 2^60 checks are refused after a million", () => {
    const refused = at("", "the value cannot be checked: it takes too many steps");
    const twice = (name: string): Json => ({ anyOf: [{ $ref: name }, { $ref: name }] });
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`d${n}`, n === 59 ? false : twice(`#/$defs/d${n + 1}`)]),
    );
    expect(problems({ $ref: "#/$defs/d0", $defs }, 1)).toEqual(refused);
    expect(problems({ not: { $ref: "#/$defs/d0" }, $defs }, 1)).toEqual(refused);
    expect(
      problems(
        { uniqueItems: true },
        Array.from({ length: 20_000 }, (_, n) => [n]),
      ),
    ).toEqual(refused);
  });
});
