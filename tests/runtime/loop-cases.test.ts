import { describe, expect, test } from "vitest";
import { harnessPolicy } from "../../src/index.ts";
import { call, calls, malformed, say } from "../../src/testing/index.ts";
import { play } from "./play.ts";

describe("the loop cases of 002 (R01)", () => {
  test("no tool", async () => {
    const { result, kinds, broken } = await play([say("4")]);
    expect([result.phase, result.phase === "Completed" && result.output, result.steps]).toEqual(["Completed", "4", 1]);
    expect(kinds).toEqual(["StepStarted", "ModelResponded", "BudgetSpent", "StepClosed", "Completed"]);
    expect(broken).toEqual([]);
  });

  test("one hop", async () => {
    const { result, kinds, broken } = await play([call("add", { a: 1, b: 2 }), say("3")]);
    expect(result).toMatchObject({ phase: "Completed", output: "3", steps: 2 });
    expect(result.finalMessages).toEqual([
      { role: "user", text: "go" },
      {
        role: "assistant",
        blocks: [
          {
            kind: "tool_call",
            providerCallId: "scripted-0-0",
            tool: "add",
            argumentsText: '{"a":1,"b":2}',
            toolCallId: "tc-1-1",
          },
        ],
      },
      { role: "tool", answers: [{ toolCallId: "tc-1-1", tool: "add", text: "3", isFailure: false }] },
      { role: "assistant", blocks: [{ kind: "text", text: "3" }] },
    ]);
    expect(kinds.slice(0, 6)).toEqual([
      "StepStarted",
      "ModelResponded",
      "BudgetSpent",
      "ToolDispatched",
      "ToolCompleted",
      "StepClosed",
    ]);
    expect(broken).toEqual([]);
  });

  test("many hops, with calls beside each other", async () => {
    const both = calls([call("add", { a: 1, b: 2 }), call("add", { a: 3, b: 4 })]);
    const { result, broken } = await play([
      call("add", { a: 1, b: 2 }),
      both,
      call("add", { a: 5, b: 6 }),
      say("done"),
    ]);
    expect(result).toMatchObject({ phase: "Completed", output: "done", steps: 4 });
    expect(broken).toEqual([]);
  });

  test.each([
    ["arguments that do not fit", call("add", { a: "x" })],
    ["a tool that nobody has", call("subtract", { a: 1, b: 2 })],
    ["a reply of no shape", malformed({ blocks: 7 })],
    ["tool_use without a call", say("hm", { stopReason: "tool_use" })],
  ])("malformed recovery under bounded reprompts: %s (R08)", async (_, wrong) => {
    const script = [wrong, call("add", { a: 1, b: 2 }), say("3")];
    const { result, kinds, broken } = await play(script, { policy: harnessPolicy });
    expect(result).toMatchObject({ phase: "Completed", output: "3", steps: 3 });
    expect([kinds.includes("PolicyDecided"), broken]).toEqual([true, []]);
    const { result: strict, broken: none } = await play(script);
    expect([strict, none]).toMatchObject([
      { phase: "Failed", error: { category: "InvalidModelAction" }, steps: 1 },
      [],
    ]);
  });

  test("reprompts end: the run fails with the error that it began with (R05)", async () => {
    const wrong = call("add", { a: "x" });
    const { result, broken } = await play([wrong, wrong, wrong, wrong], { policy: harnessPolicy });
    expect([result, broken]).toMatchObject([
      { phase: "Failed", steps: 3, error: { category: "InvalidModelAction" } },
      [],
    ]);
  });
});
