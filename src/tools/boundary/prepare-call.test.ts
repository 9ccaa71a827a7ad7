import * as z from "zod";
import { describe, expect, test } from "vitest";
import { Float, type JsonObject } from "#kernel";
import type { Preparing, StandardSchema, ToolSet } from "#ports";
import { tool } from "../tool.ts";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolSet } from "../tool-set.ts";
import { prepareCall } from "./prepare-call.ts";

const EDIT = z.strictObject({
  path: z.string(),
  old_string: z.string().min(1, "must not be empty"),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
  limit: z.int().optional(),
});

const SET = toolSet(
  tool({
    name: "edit",
    description: "Edits.",
    args: EDIT,
    output: z.null(),
    aliases: { filename: "path" },
    run: () => null,
  }),
  tool({
    name: "read",
    description: "Reads.",
    args: z.strictObject({ path: z.string() }),
    output: z.null(),
    run: () => null,
  }),
).build();

function prepare(name: string, text: string, set: ToolSet = SET): Preparing | Promise<Preparing> {
  return prepareCall(set, { toolCallId: "tc-1", tool: name, argumentsText: text });
}

async function messageOf(name: string, text: string, set: ToolSet = SET): Promise<string> {
  const preparing = await prepare(name, text, set);
  return preparing.ok ? "ok" : `${preparing.failure.code}: ${preparing.failure.message}`;
}

test("a valid call comes back unchanged, with what the schema makes of it (T01)", () => {
  const text = '{"path":"a.ts","old_string":"x","new_string":"[b.ts](http://b.ts)"}';
  expect(prepare("edit", text)).toEqual({
    ok: true,
    call: {
      toolCallId: "tc-1",
      tool: SET.get("edit"),
      args: { path: "a.ts", old_string: "x", new_string: "[b.ts](http://b.ts)" },
      repairs: [],
      input: { path: "a.ts", old_string: "x", new_string: "[b.ts](http://b.ts)", replace_all: false },
    },
  });
});

test("repairs of the kernel's table and of the tool's own aliases are done and recorded (T02)", () => {
  const text = '{"filename":"[a.ts](http://a.ts)","oldText":"x","newString":"y","replaceAll":"true","limit":"5"}';
  expect(prepare("edit", text)).toEqual({
    ok: true,
    call: {
      toolCallId: "tc-1",
      tool: SET.get("edit"),
      args: { path: "a.ts", old_string: "x", new_string: "y", replace_all: true, limit: 5 },
      repairs: [
        { rule: "alias", field: "filename" },
        { rule: "path_autolink", field: "path" },
        { rule: "alias", field: "oldText" },
        { rule: "alias", field: "newString" },
        { rule: "alias", field: "replaceAll" },
        { rule: "string_boolean", field: "replace_all" },
        { rule: "string_integer", field: "limit" },
      ],
      input: { path: "a.ts", old_string: "x", new_string: "y", replace_all: true, limit: 5 },
    },
  });
});

describe("what the model is told (T03)", () => {
  test("of a missing field, with what was received", async () => {
    const text = JSON.stringify({ filePath: "src/a.ts", content: "c".repeat(120_000) });
    expect(await messageOf("edit", text)).toBe(
      'InvalidInput: edit: "old_string" is missing; "new_string" is missing; "content" is no known field; its fields are path, old_string, new_string, replace_all, limit; received: filePath (string, 8 chars "src/a.ts"), content (string, 120000 chars "ccccccccccccccccccccccc…")',
    );
  });

  test("of an unknown field: which there are", async () => {
    expect(await messageOf("read", '{"path":"a","zz":"true"}')).toBe(
      'InvalidInput: read: "zz" is no known field; its fields are path; received: path (string, 1 chars "a"), zz (string, 4 chars "true")',
    );
  });

  test("of two names for one argument", async () => {
    expect(await messageOf("read", '{"path":"a","filePath":"a"}')).toBe(
      'InvalidInput: read: "path" and "filePath" all mean "path": give one; received: path (string, 1 chars "a"), filePath (string, 1 chars "a")',
    );
  });

  test("of a value that only the schema itself can judge", async () => {
    expect(await messageOf("edit", '{"path":"a","old_string":"","new_string":"y"}')).toBe(
      'InvalidInput: edit: "old_string": must not be empty; received: path (string, 1 chars "a"), old_string (string, 0 chars), new_string (string, 1 chars "y")',
    );
  });

  test("of cut text: where it ends, and which names were in it", async () => {
    expect(await messageOf("read", '{"path": "src/pa')).toBe(
      "InvalidInput: read: the arguments are no JSON object: EOF while parsing a string at line 1 column 16; the text ends early: send all of it, in smaller parts if it was cut; received: a text of 16 chars, with the names path",
    );
  });

  test("of a tool that does not exist: which there are, and which was meant", async () => {
    expect(await messageOf("reed", "{}")).toBe(
      'InvalidInput: "reed" is no known tool. Did you mean read? The tools are edit, read.',
    );
    const [many, none] = [
      toolSet(...Array.from({ length: 10 }, (_, at) => toolFromJsonSchema({ name: `t${at}`, schema: {} }))).build(),
      toolSet().build(),
    ];
    expect(await messageOf("\uD800".repeat(1_000), "{}", many)).toBe(
      `InvalidInput: "${"\uFFFD".repeat(62)}…" is no known tool. The tools are t0, t1, t2, t3, t4, t5, t6, t7 and 2 more.`,
    );
    expect(await messageOf("read", "{}", none)).toBe('InvalidInput: "read" is no known tool. The tools are none.');
  });
});

describe("a tool that arrives as JSON Schema (R06)", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { n: { type: "number", minimum: 0 }, deep: { type: "array", items: { type: "string" } } },
    required: ["n"],
  };
  const set = toolSet(toolFromJsonSchema({ name: "sum", schema, run: () => null })).build();

  test("keeps the written form of numbers as evidence and gives plain ones to run", () => {
    expect(prepare("sum", '{"n":1.0}', set)).toMatchObject({
      ok: true,
      call: { args: { n: new Float(1) }, input: { n: 1 } },
    });
  });

  test("is judged by its schema, with the place of the problem", async () => {
    expect(await messageOf("sum", '{"n":-1,"deep":["a",2]}', set)).toBe(
      'InvalidInput: sum: "n": must be at least 0; "deep[1]": is a number, expected string; received: n (number -1), deep (array, 2 items)',
    );
  });

  test("whose schema repairs cannot read is never repaired, only checked (T02)", async () => {
    const any: JsonObject = { type: "object", properties: { n: { type: "integer" } }, anyOf: [{ required: ["n"] }] };
    const strict = toolSet(toolFromJsonSchema({ name: "any", schema: any })).build();
    expect(await messageOf("any", '{"n":"5"}', strict)).toBe(
      'InvalidInput: any: "n": is a string, expected integer; received: n (string, 1 chars "5")',
    );
    expect(await prepare("any", '{"n":5}', strict)).toMatchObject({ ok: true, call: { args: { n: 5 }, repairs: [] } });
  });
});

describe("a schema of its own kind", () => {
  const schema: JsonObject = { type: "object" };
  const named = (validate: StandardSchema["~standard"]["validate"]): ToolSet => {
    const args: StandardSchema = { "~standard": { version: 1, vendor: "own", validate } };
    return toolSet(tool({ name: "own", description: "", args, output: z.null(), schema, run: () => null })).build();
  };

  test("may take its time", async () => {
    const set = named((value) => Promise.resolve({ value: { seen: value } }));
    expect(await prepare("own", '{"a":1}', set)).toMatchObject({ ok: true, call: { input: { seen: { a: 1 } } } });
  });

  test("may say where with any kind of step", async () => {
    const path = [{ key: "a" }, 0, "b", Symbol("c")];
    const set = named(() => ({
      issues: [{ message: "no", path }, ...Array.from({ length: 6 }, () => ({ message: "m" }))],
    }));
    expect(await messageOf("own", "{}", set)).toBe(
      'InvalidInput: own: "a[0].b.Symbol(c)": no; m; m; m; and 3 more; received: no fields',
    );
  });

  test.each<[string, StandardSchema["~standard"]["validate"]]>([
    [
      "throws",
      () => {
        throw new Error("the arguments were hunter2");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the arguments were hunter2"))],
  ])("that %s has not held, and what it threw is not told", async (_, validate) => {
    expect(await messageOf("own", "{}", named(validate))).toBe(
      "InvalidInput: own: the tool's schema could not judge the arguments; received: no fields",
    );
  });
});
