import * as z from "zod";
import { describe, expect, test } from "vitest";
import { Float, type JsonObject } from "#kernel";
import type { StandardSchema, ToolSet } from "#ports";
import { tool } from "../tool.ts";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolSet } from "../tool-set.ts";
import { prepareCall, type Preparing } from "./prepare-call.ts";
import { openCall, type ReadyCall } from "./prepared-call.ts";

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

async function readyFor(name: string, text: string, set: ToolSet = SET): Promise<ReadyCall> {
  const preparing = await prepare(name, text, set);
  if (!preparing.ok) throw new Error(preparing.failure.message);
  return openCall(preparing.call);
}

async function messageOf(name: string, text: string, set: ToolSet = SET): Promise<string> {
  const preparing = await prepare(name, text, set);
  return preparing.ok ? "ok" : `${preparing.failure.code}: ${preparing.failure.message}`;
}

test("a valid call comes back unchanged, with what the schema makes of it (T01)", async () => {
  const text = '{"path":"a.ts","old_string":"x","new_string":"[b.ts](http://b.ts)"}';
  const args = { path: "a.ts", old_string: "x", new_string: "[b.ts](http://b.ts)" };
  expect(await readyFor("edit", text)).toEqual({
    toolCallId: "tc-1",
    tool: SET.get("edit"),
    args,
    repairs: [],
    received: args,
    input: { ...args, replace_all: false },
  });
});

test("repairs of the kernel's table and of the tool's own aliases are done and recorded (T02)", async () => {
  const text = '{"filename":"[a.ts](http://a.ts)","oldText":"x","newString":"y","replaceAll":"true","limit":"5"}';
  const args = { path: "a.ts", old_string: "x", new_string: "y", replace_all: true, limit: 5 };
  expect(await readyFor("edit", text)).toEqual({
    toolCallId: "tc-1",
    tool: SET.get("edit"),
    args,
    repairs: [
      { rule: "alias", field: "filename" },
      { rule: "path_autolink", field: "path" },
      { rule: "alias", field: "oldText" },
      { rule: "alias", field: "newString" },
      { rule: "alias", field: "replaceAll" },
      { rule: "string_boolean", field: "replace_all" },
      { rule: "string_integer", field: "limit" },
    ],
    received: JSON.parse(text),
    input: args,
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
      'InvalidInput: read: "zz" is no known field; its fields are path; received: path (string, 1 chars "a"), zz (string, 4 chars)',
    );
  });

  test("of two names for one argument", async () => {
    expect(await messageOf("read", '{"path":"a","filePath":"a"}')).toBe(
      'InvalidInput: read: "path" and "filePath" all mean "path": give one; received: path (string, 1 chars "a"), filePath (string, 1 chars "a")',
    );
  });

  test("of a value that only the schema itself can judge", async () => {
    expect(await messageOf("edit", '{"path":"a","old_string":"","new_string":"y"}')).toBe(
      'InvalidInput: edit: "old_string": must not be empty; received: path (string, 1 chars "a"), old_string (string, 0 chars), new_string (string, 1 chars)',
    );
  });

  test("of what was really received, not of what repairs made of it", async () => {
    const text = '{"filename":"a.ts","oldText":"","newString":"y","limit":"5"}';
    expect(await messageOf("edit", text)).toBe(
      'InvalidInput: edit: "old_string": must not be empty; received: filename (string, 4 chars "a.ts"), oldText (string, 0 chars), newString (string, 1 chars), limit (string, 1 chars)',
    );
  });

  test("of what a schema says, but not of what it quotes", async () => {
    const secret = "correct horse battery staple";
    const args = z.strictObject({
      word: z.string().refine(() => false, { error: ({ input }) => `not \u001B ${String(input)}` }),
    });
    const set = toolSet(tool({ name: "say", description: "", args, output: z.null(), run: () => null })).build();
    expect(await messageOf("say", JSON.stringify({ word: secret }), set)).toBe(
      'InvalidInput: say: "word": not \\u{1b} …; received: word (string, 28 chars "correct horse…")',
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

  test("keeps the written form of numbers as evidence and gives plain ones to run", async () => {
    expect(await readyFor("sum", '{"n":1.0}', set)).toMatchObject({ args: { n: new Float(1) }, input: { n: 1 } });
  });

  test("is judged by its schema, with the place of the problem", async () => {
    expect(await messageOf("sum", '{"n":-1,"deep":["a",2]}', set)).toBe(
      'InvalidInput: sum: "n": must be at least 0; "deep[1]": is a number, expected string; received: n (number), deep (array, 2 items)',
    );
  });

  test("whose schema repairs cannot read is never repaired, only checked (T02)", async () => {
    const any: JsonObject = { type: "object", properties: { n: { type: "integer" } }, anyOf: [{ required: ["n"] }] };
    const strict = toolSet(toolFromJsonSchema({ name: "any", schema: any })).build();
    expect(await messageOf("any", '{"n":"5"}', strict)).toBe(
      'InvalidInput: any: "n": is a string, expected integer; received: n (string, 1 chars)',
    );
    expect(await readyFor("any", '{"n":5}', strict)).toMatchObject({ args: { n: 5 }, repairs: [] });
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
    expect(await readyFor("own", '{"a":1}', set)).toMatchObject({ input: { seen: { a: 1 } } });
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

  test("that never answers is not waited for once the run is cancelled: the call has not started", async () => {
    const controller = new AbortController();
    const set = named(() => new Promise(() => undefined));
    const preparing = prepareCall(set, { toolCallId: "tc-1", tool: "own", argumentsText: "{}" }, controller.signal);
    controller.abort();
    expect(await preparing).toEqual({
      ok: false,
      failure: {
        code: "Interrupted",
        retryable: false,
        message: "own was not started: the run was cancelled before",
      },
    });
  });

  test("gets nothing that evidence keeps, at any depth", async () => {
    const set = named((value) => ({ value }));
    const ready = await readyFor("own", '{"a":{"b":[{"c":1}]}}', set);
    const { a } = ready.input as { a: { b: { c: number }[]; evil?: number } };
    a.evil = 1;
    for (const item of a.b) item.c = 2;
    expect([ready.args, ready.received]).toEqual([{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }]);
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

test("arguments cannot be exchanged once the call is prepared, at any depth (T01)", async () => {
  const set = toolSet(toolFromJsonSchema({ name: "any", schema: { type: "object" } })).build();
  const preparing = await prepareCall(set, { toolCallId: "c", tool: "any", argumentsText: '{"a":{"b":[{"c":1}]}}' });
  if (!preparing.ok) throw new Error("the call was refused");
  Object.assign(preparing.call.args, { a: "forged" });
  Object.assign((preparing.call.args["a"] as { b: object[] }).b[0] ?? {}, { c: "forged" });
  expect(preparing.call.args).toEqual({ a: { b: [{ c: 1 }] } });
});
