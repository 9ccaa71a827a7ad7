import * as z from "zod";
import { expect, test } from "vitest";
import { EPOCH, Float } from "#kernel";
import { type CallSetting, type Settlement, type Tool, ToolFailed, type ToolContext } from "#ports";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { tool } from "../tool.ts";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toolSet } from "../tool-set.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { callTool } from "./call-tool.ts";
import { PAYLOAD_BYTES } from "./judge-output.ts";

const workspace = openWorkspace(temporaryFolder(), { role: "person" });

function settingOf(more: Partial<CallSetting> = {}): CallSetting {
  return {
    correlationId: "run-1",
    stepId: "step-1",
    signal: new AbortController().signal,
    workspace,
    clock: { now: () => EPOCH },
    truncation: { maxBytes: 40, keep: "middle", marker: "…" },
    onThrow: "answer",
    ...more,
  };
}

function call(made: Tool, text = "{}", setting: CallSetting = settingOf()): Promise<Settlement> {
  return callTool(toolSet(made).build(), { toolCallId: "tc-1", tool: made.name, argumentsText: text }, setting);
}

function giving(output: unknown): Tool {
  return toolFromJsonSchema({ name: "give", schema: {}, run: () => output });
}

const SETTLED = { toolCallId: "tc-1", tool: "give", repairs: [], reads: [], artifacts: [] };

test("an output is settled as JSON, and shown in its canonical form (T03)", async () => {
  expect(await call(giving({ b: 2 ** 60, a: "é" }), '{"n":1.0}')).toEqual({
    ...SETTLED,
    executed: true,
    outcome: "ok",
    args: { n: new Float(1) },
    payload: { a: "é", b: new Float(2 ** 60) },
    shown: '{"a":"é","b":1.152921504606847e+18}',
  });
});

test.each<[string, unknown, string]>([
  ["a text", "as it is\n", "as it is\n"],
  ["nothing", null, ""],
  ["a number", 5, "5"],
])("%s is shown as evidence measures it", async (_, output, shown) => {
  expect(await call(giving(output))).toMatchObject({ outcome: "ok", payload: output, shown });
});

test("what is shown is cut by the policy, and the cut is described (T03)", async () => {
  const settlement = await call(giving("0123456789".repeat(10)));
  expect([settlement.shown, settlement.truncation]).toEqual([
    "012345678901234567…1234567890123456789".replace("…1", "…1"),
    {
      totalBytes: 100,
      sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      headBytes: 18,
      tailBytes: 19,
      markerBytes: 3,
    },
  ]);
});

test("the output's schema has been asked before anything is a result, and its word is the result (R06)", async () => {
  const output = z.strictObject({ at: z.int(), note: z.string().default("none") });
  const args = z.strictObject({});
  const made = (at: number): Tool => tool({ name: "give", description: "", args, output, run: () => ({ at }) });
  expect(await call(made(1))).toMatchObject({ outcome: "ok", payload: { at: 1, note: "none" } });
  expect(await call(made(1.5))).toMatchObject({
    executed: true,
    outcome: "failed",
    failure: {
      code: "NonZeroExit",
      message: expect.stringMatching(
        /^give ended with an error of its own: Error: its output does not fit its schema: "at": /,
      ),
    },
  });
});

test("a schema that takes its time over the output is waited for; one that throws has not held", async () => {
  const args = z.strictObject({});
  const slow = z.string().refine((text) => Promise.resolve(text === "good"), "is not good");
  const made = (text: string): Tool => tool({ name: "give", description: "", args, output: slow, run: () => text });
  expect(await call(made("good"))).toMatchObject({ outcome: "ok", payload: "good" });
  expect(await call(made("bad"))).toMatchObject({ outcome: "failed", failure: { code: "NonZeroExit" } });
  const broken: Tool = {
    ...giving(1),
    checkOutput: () => {
      throw new TypeError("broken");
    },
  };
  expect((await call(broken)).failure?.message).toBe("give ended with an error of its own: TypeError: broken");
});

test.each<[string, unknown, string]>([
  ["undefined", undefined, "undefined at the top is not JSON"],
  ["a map", new Map(), "an object that is more than its keys at the top is not JSON"],
  ["a field that is undefined", { next: undefined }, 'undefined at "next" is not JSON'],
  ["a lone surrogate", "\uD800", "a lone surrogate at the top is not JSON"],
  ["too much", "x".repeat(PAYLOAD_BYTES + 1), `its output has more than ${PAYLOAD_BYTES} bytes`],
])("%s is no result: the tool is at fault (T03)", async (_, output, problem) => {
  const { outcome, failure } = await call(giving(output));
  expect([outcome, failure?.code]).toEqual(["failed", "NonZeroExit"]);
  expect(failure?.message).toContain(problem);
  await expect(call(giving(output), "{}", settingOf({ onThrow: "raise" }))).rejects.toThrow(problem);
});

test.each<[string, (context: ToolContext) => unknown, Settlement["outcome"]]>([
  ["NotFound", () => Promise.reject(new ToolFailed("NotFound", "x")), "failed"],
  ["Denied", () => Promise.reject(new ToolFailed("Denied", "x")), "denied"],
  ["Timeout", () => Promise.reject(new ToolFailed("Timeout", "x")), "timeout"],
  ["Interrupted", () => Promise.reject(new ToolFailed("Interrupted", "x")), "interrupted"],
  [
    "Denied",
    ({ workspace: files }) => {
      files.change([{ kind: "put", path: "a.txt", bytes: Buffer.from("a"), from: undefined }]);
      throw new ToolFailed("Denied", "too late");
    },
    "failed",
  ],
])("case %#: %s is recorded as what happened", async (code, run, outcome) => {
  const made = toolFromJsonSchema({ name: "give", schema: {}, run: (_, context) => run(context) });
  expect(await call(made)).toMatchObject({ executed: true, outcome, failure: { code }, payload: { code } });
});

test("a call that could not be used is settled without running, with its failure as payload (T01)", async () => {
  const message = "give: expected a JSON object: a call without arguments is {}; received: an empty text";
  const failure = { code: "InvalidInput", retryable: false, message };
  expect(await call(giving(1), "", settingOf({ truncation: { maxBytes: 400, keep: "head", marker: "" } }))).toEqual({
    ...SETTLED,
    executed: false,
    outcome: "failed",
    payload: failure,
    shown: `{"code":"InvalidInput","message":"${message}","retryable":false}`,
    failure,
  });
});

test("a schema that never judges the output is not waited for once the run is cancelled: the effect is unknown", async () => {
  const controller = new AbortController();
  const made: Tool = { ...giving(1), checkOutput: () => new Promise(() => undefined) };
  const settling = call(made, "{}", settingOf({ signal: controller.signal, onThrow: "raise" }));
  setTimeout(() => controller.abort(), 5);
  expect(await settling).toMatchObject({
    executed: true,
    outcome: "interrupted",
    failure: {
      code: "Interrupted",
      message: "give was cancelled while its output was judged: whether it took effect is unknown",
    },
  });
});

test("a call is cancelled at once while the arguments are judged", async () => {
  const controller = new AbortController();
  const args = z.strictObject({}).refine(() => new Promise<boolean>(() => undefined));
  const made = tool({ name: "give", description: "", args, output: z.null(), timeoutMs: 60_000, run: () => null });
  const settling = call(made, "{}", settingOf({ signal: controller.signal }));
  setTimeout(() => controller.abort(), 5);
  expect(await settling).toMatchObject({ executed: false, outcome: "interrupted", failure: { code: "Interrupted" } });
});

test("what a tool does to its arguments changes nothing in the evidence", async () => {
  const spoil = (args: unknown): null => {
    const { inner } = args as { inner: { a: number } };
    Object.assign(args as object, { evil: 1 });
    inner.a = 2;
    return null;
  };
  const described = toolFromJsonSchema({ name: "give", schema: {}, run: spoil });
  const typed = tool({
    name: "give",
    description: "",
    args: z.looseObject({ inner: z.any() }),
    output: z.null(),
    run: spoil,
  });
  for (const made of [described, typed])
    expect((await call(made, '{"inner":{"a":1}}')).args).toEqual({ inner: { a: 1 } });
});
