import * as z from "zod";
import { expect, expectTypeOf, test } from "vitest";
import type { StandardSchema } from "#ports";
import { tool } from "./tool.ts";

const ARGS = z.strictObject({ path: z.string().describe("Where."), limit: z.int().min(1).default(10) });
const OUTPUT = z.strictObject({ lines: z.int() });

test("a tool advertises the JSON Schema of what it takes and gives, without a dialect (R06)", () => {
  const look = tool({ name: "look", description: "Looks.", args: ARGS, output: OUTPUT, run: () => ({ lines: 1 }) });
  expect({ schema: look.schema, outputSchema: look.outputSchema }).toEqual({
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Where." },
        limit: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 10 },
      },
      required: ["path"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { lines: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } },
      required: ["lines"],
      additionalProperties: false,
    },
  });
});

test("what is not said is: other effects, no aliases, no examples, thirty seconds", () => {
  const { examples, effects, aliases, timeoutMs } = tool({
    name: "look",
    description: "Looks.",
    args: ARGS,
    output: OUTPUT,
    run: () => ({ lines: 1 }),
  });
  expect({ examples, effects, aliases, timeoutMs }).toEqual({
    examples: [],
    effects: ["other"],
    aliases: {},
    timeoutMs: 30_000,
  });
});

test("run gets what the schema makes of the arguments and gives what the output's schema takes (R06)", () => {
  tool({
    name: "look",
    description: "Looks.",
    args: ARGS,
    output: z.strictObject({
      at: z
        .string()
        .transform((text) => text.length)
        .pipe(z.int()),
    }),
    examples: [{ path: "a" }],
    run: (args, { signal, toolCallId }) => {
      expectTypeOf(args).toEqualTypeOf<{ path: string; limit: number }>();
      expectTypeOf(toolCallId).toBeString();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      return { at: args.path };
    },
  });
});

test("numbers that were written as floats are plain numbers for the schema", async () => {
  const { Float } = await import("#kernel");
  const look = tool({ name: "look", description: "", args: ARGS, output: OUTPUT, run: () => ({ lines: 1 }) });
  expect(look.checkArgs({ path: "a", limit: new Float(3) })).toEqual({ value: { path: "a", limit: 3 } });
});

const BARE: StandardSchema<{ a: string }> = {
  "~standard": { version: 1, vendor: "bare", validate: (value) => ({ value: value as { a: string } }) },
};

test("a schema that does not export JSON Schema is told what to give instead", () => {
  expect(() => tool({ name: "look", description: "", args: BARE, output: OUTPUT, run: () => ({ lines: 1 }) })).toThrow(
    'tool "look": the schema (bare) does not export JSON Schema: give `schema`',
  );
  const schema = { type: "object", properties: { a: { type: "string" } } } as const;
  const given = tool({
    name: "look",
    description: "",
    args: BARE,
    output: BARE,
    schema,
    outputSchema: true,
    run: () => ({ a: "" }),
  });
  expect([given.schema, given.outputSchema]).toEqual([schema, true]);
});

test("a schema that JSON Schema cannot say is told so", () => {
  expect(() =>
    tool({
      name: "look",
      description: "",
      args: z.object({ at: z.date() }),
      output: OUTPUT,
      run: () => ({ lines: 1 }),
    }),
  ).toThrow(/tool "look": the schema cannot be exported as JSON Schema \(.*\): give `schema`/);
});

test("an example that JSON cannot say is refused at once", () => {
  const args = z.object({ at: z.any() });
  expect(() =>
    tool({ name: "look", description: "", args, output: OUTPUT, examples: [{ at: 1n }], run: () => ({ lines: 1 }) }),
  ).toThrow('tool "look": bigint at "at" is not JSON');
});
