import { describe, expect, test } from "vitest";
import * as z from "zod";
import { agent, harnessPolicy, type RunResult, type StandardSchema } from "../../src/index.ts";
import { call, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const Sum = z.strictObject({ sum: z.number(), by: z.string().optional() });

async function asked<Output>(
  script: Script,
  output: StandardSchema<unknown, Output>,
  policy = harnessPolicy,
): Promise<{ readonly result: RunResult<Output>; readonly model: ReturnType<typeof scriptedModel> }> {
  const model = scriptedModel(script);
  return { result: await agent({ model, budget: 9, output, policy }).start("add").result, model };
}

/** A schema by hand: the public interface and nothing else. */
const even: StandardSchema<unknown, { readonly half: number }> = {
  "~standard": {
    version: 1,
    vendor: "by-hand",
    validate: (value) =>
      typeof value === "number" && value % 2 === 0
        ? { value: { half: value / 2 } }
        : { issues: [{ message: "expected an even number", path: ["n", { key: 0 }] }] },
  },
};

describe("structured output (R03)", () => {
  test.each([
    ["plain", '{"sum":3}'],
    ["with space around it", ' \n{"sum":3}\n'],
    ["in a fence", '```json\n{"sum":3}\n```'],
  ])("zod: an answer that fits is the output, typed (%s)", async (_, text) => {
    const { result, model } = await asked([say(text)], Sum);
    expect(result.phase === "Completed" && result.output.sum).toBe(3);
    expect(result.state.finalOutput).toEqual({ sum: 3 });
    expect(model.requests[0]?.system).toContain('"sum":{"type":"number"}');
  });

  test("a schema by hand, sync or not: what it makes of the answer is the output", async () => {
    const { result, model } = await asked([say("8")], even);
    expect(result.phase === "Completed" && result.output.half).toBe(4);
    expect(model.requests[0]?.system).toBe("\n\nGive your final answer as one JSON value, and nothing else.");
    const slow: typeof even = {
      "~standard": { ...even["~standard"], validate: async (value) => even["~standard"].validate(await value) },
    };
    expect((await asked([say("6")], slow)).result).toMatchObject({ phase: "Completed", output: { half: 3 } });
  });

  test.each([
    ["no JSON", "three", "the final answer is no JSON"],
    ["JSON of another form", '{"sum":"3"}', "the final answer does not fit: sum: "],
    ["a key too many", '{"sum":3,"why":"x"}', "the final answer does not fit"],
    ["two answers", '{"sum":3}{"sum":4}', "the final answer is no JSON"],
    ["a key twice", '{"sum":3,"sum":4}', "the final answer is no JSON"],
  ])("%s is asked for again, and the model hears why", async (_, text, why) => {
    const { result, model } = await asked([say(text), say('{"sum":3}')], Sum);
    expect(result).toMatchObject({ phase: "Completed", output: { sum: 3 }, steps: 2 });
    const told = model.requests[1]?.messages.at(-1);
    expect(told?.role === "user" && told.text).toContain(why);
  });

  test("reprompts are bounded, and the library's default asks once only", async () => {
    const wrong = say("three");
    const patient = await asked([wrong, wrong, wrong, say('{"sum":3}')], Sum);
    expect(patient.result).toMatchObject({ phase: "Failed", steps: 3, error: { category: "InvalidModelAction" } });
    const { failFast } = await import("../../src/index.ts");
    const strict = await asked([wrong, say('{"sum":3}')], Sum, failFast);
    expect(strict.result).toMatchObject({ phase: "Failed", steps: 1, error: { category: "InvalidModelAction" } });
  });

  test("tools first, the answer last: only the last word is held to the schema", async () => {
    const model = scriptedModel([call("note", { text: "a" }), say('{"sum":3}')]);
    const made = agent({ model, budget: 9, output: Sum, tools: setOf(textTool("note", () => "noted")) });
    expect(await made.start("add").result).toMatchObject({ phase: "Completed", output: { sum: 3 }, steps: 2 });
  });

  test("a schema that throws is no answer either: the run ends typed, never rejects", async () => {
    const broken: typeof even = {
      "~standard": {
        ...even["~standard"],
        validate: () => {
          throw new Error("the schema's own trouble");
        },
      },
    };
    const { failFast } = await import("../../src/index.ts");
    const { result } = await asked([say("8")], broken, failFast);
    const error = { category: "InvalidModelAction", message: "the answer could not be checked" };
    expect(result).toMatchObject({ phase: "Failed", error });
  });

  test("what a schema makes of an answer may be no JSON: the caller has it, the row has what the model said", async () => {
    const When = z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)) });
    const { journal, start } = stage([say('{"at":"2026-01-02T03:04:05Z"}')], { output: When as never });
    const { result, events, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(result).toMatchObject({ output: { at: new Date("2026-01-02T03:04:05Z") } });
    const said = { at: "2026-01-02T03:04:05Z" };
    expect(rowsOf(journal.rows, "session.ended")).toMatchObject([{ output: said }]);
    expect(events.at(-1)).toEqual({ kind: "Completed", steps: 1, output: said });
  });
});

test("the model is told what goes into the schema; one whose form cannot be told makes no agent (R03)", () => {
  const made = (output: StandardSchema): unknown => agent({ model: scriptedModel([]), budget: 1, output });
  expect(() => made(z.strictObject({ at: z.iso.datetime().transform((text) => new Date(text)) }))).not.toThrow();
  expect(() => made(z.strictObject({ at: z.date() }))).toThrowError(
    expect.objectContaining({ name: "AgentError", category: "PolicyConfigInvalid" }) as Error,
  );
});

describe("the state of a run (R03)", () => {
  test("user input, scratchpad, final output, steps, correlation, and the caller's own", async () => {
    const model = scriptedModel([call("note", { text: "a" }), say("done")]);
    const made = agent({ model, budget: 9, tools: setOf(textTool("note", (text) => `noted ${text}`)) });
    const { state } = await made.start("go", { correlationId: "c-1", own: { ticket: 7 } }).result;
    expect({ ...state }).toEqual({
      userInput: "go",
      scratchpad: [
        { kind: "called", text: 'note {"text":"a"}', toolCallId: "tc-1-1" },
        { kind: "answered", text: "noted a", toolCallId: "tc-1-1" },
        { kind: "said", text: "done" },
      ],
      finalOutput: "done",
      stepCount: 2,
      correlationId: "c-1",
      own: { ticket: 7 },
    });
    const { ticket }: { readonly ticket: number } = state.own;
    expect(ticket).toBe(7);
  });
});
