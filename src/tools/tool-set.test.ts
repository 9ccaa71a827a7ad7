import * as z from "zod";
import { expect, test } from "vitest";
import { catalogRow, digestJson, type JsonObject } from "#kernel";
import { sha256 } from "#platform";
import { tool } from "./tool.ts";
import { toolFromJsonSchema } from "./tool-from-json-schema.ts";
import { cardOf, toolSet } from "./tool-set.ts";

const PATH: JsonObject = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

function described(
  name: string,
  more: Partial<Parameters<typeof toolFromJsonSchema>[0]> = {},
): ReturnType<typeof tool> {
  return toolFromJsonSchema({ name, schema: PATH, run: () => null, ...more });
}

test("a set holds its tools in order and finds them by name (R06)", () => {
  const [look, put] = [described("look"), described("fs.put-1")];
  const set = toolSet(look, put).build();
  expect(set.tools).toEqual([look, put]);
  expect([set.get("look"), set.get("fs.put-1"), set.get("Look"), set.get("constructor")]).toEqual([
    look,
    put,
    undefined,
    undefined,
  ]);
});

test("one error names every problem of every tool (R06)", () => {
  const wrong = toolSet(
    described("look"),
    described("look"),
    described("  "),
    described("lo ok"),
    described("late", { timeoutMs: 0.5, effects: [] }),
    described("ref", { schema: { $ref: "#/nowhere" } }),
    described("example", { examples: [{ path: "a" }, { path: 1 }] }),
    described("alias", { aliases: { path: "path", file: "nothing" } }),
    described("number", { schema: { type: "number" } }),
    described("out", { outputSchema: { type: "date" } }),
  );
  expect(() => wrong.build()).toThrow(
    [
      'the tools cannot be used: tool "  ": the name is blank',
      'tool "lo ok": the name has other characters than letters, digits, _ . - or too many',
      'tool "late": timeoutMs is 0.5, expected a whole number from 1 to 3660000',
      'tool "late": effects are empty',
      'tool "ref": the schema of the arguments cannot be used: #/$ref names nothing in this document',
      'tool "example": example 2: .path is a number, expected string',
      'tool "alias": the alias "path" is a declared field',
      'tool "alias": the alias "file" stands for "nothing", which is not declared',
      'tool "number": the schema of the arguments is not of an object',
      'tool "out": the schema of the output cannot be used: #/type is malformed',
      'tool "look": the name is given 2 times',
    ].join("; "),
  );
});

test("aliases under a schema that nothing is repaired under are refused", () => {
  const schema: JsonObject = { type: "object", anyOf: [{ required: ["path"] }] };
  expect(() => toolSet(described("any", { schema, aliases: { file: "path" } })).build()).toThrow(
    "aliases are given, and nothing is repaired under a schema of this form",
  );
});

test("a schema that is no JSON is named with the rest", () => {
  const schema = { type: "object", properties: new Map() } as unknown as JsonObject;
  expect(() => toolSet(described("map", { schema })).build()).toThrow(
    'tool "map": the schema of the arguments cannot be used: an object that is more than its keys at "properties" is not JSON',
  );
});

test("an example is checked by the schema itself too, not only by what it advertises", () => {
  const even = z.strictObject({ count: z.int().refine((count) => count % 2 === 0, "must be even") });
  const odd = tool({
    name: "odd",
    description: "",
    args: even,
    output: z.null(),
    examples: [{ count: 1 }],
    run: () => null,
  });
  expect(() => toolSet(odd).build()).toThrow('tool "odd": example 1: must be even');
});

test("an example under a schema that takes its time is held to what is advertised", () => {
  const slow = z.strictObject({ count: z.int().refine(() => Promise.resolve(false), "never") });
  const late = tool({
    name: "late",
    description: "",
    args: slow,
    output: z.null(),
    examples: [{ count: 1 }],
    run: () => null,
  });
  expect(toolSet(late).build().tools).toEqual([late]);
});

test("the catalog's digests are of what is advertised (R06)", () => {
  const args = z.strictObject({ path: z.string() });
  const look = tool({
    name: "look",
    description: "",
    args,
    output: z.null(),
    effects: ["read"],
    examples: [{ path: "a" }],
    run: () => null,
  });
  expect(catalogRow(cardOf(look), sha256)).toEqual({
    name: "look",
    schemaDigest: digestJson(sha256, look.schema),
    exampleDigest: digestJson(sha256, [{ path: "a" }]),
    allowedCallers: ["model"],
    loading: "eager",
    effects: ["read"],
  });
});
