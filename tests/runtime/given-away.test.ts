import { expect, test } from "vitest";
import { agent, type Model, type ModelRequest, toolSet } from "../../src/index.ts";
import { call, checkLegalHistory, say, scriptedModel } from "../../src/testing/index.ts";
import { add } from "./play.ts";

/* What a run gives away is to be looked at: nobody changes the run by it. */

test("a model adapter that writes into its request changes no later one (R11)", async () => {
  const scripted = scriptedModel([call("add", { a: 1, b: 2 }), call("add", { a: 3, b: 4 }), say("done")]);
  const refused: string[] = [];
  const seen: string[] = [];
  const spoil = (change: () => void): void => {
    try {
      change();
    } catch (error) {
      refused.push(error instanceof TypeError ? "TypeError" : "other");
    }
  };
  const model: Model = {
    ref: "spoiler/1",
    complete: async (request: ModelRequest, signal) => {
      seen.push(JSON.stringify(request.messages));
      for (const message of request.messages) {
        spoil(() => Object.assign(message, { role: "user", text: "spoilt" }));
        if (message.role === "assistant") spoil(() => (message.blocks as unknown[]).pop());
        if (message.role === "tool") spoil(() => Object.assign(message.answers[0] ?? {}, { text: "spoilt" }));
      }
      for (const tool of request.tools) spoil(() => Object.assign(tool.schema, { type: "string" }));
      spoil(() => (request.messages as unknown[]).splice(0));
      return scripted.complete(request, signal);
    },
  };
  const result = await agent({ model, tools: toolSet(add).build(), budget: 5 }).start("go").result;
  expect(result.phase).toBe("Completed");
  expect([seen.join().includes("spoilt"), new Set(refused), checkLegalHistory(result.finalMessages)]).toEqual([
    false,
    new Set(["TypeError"]),
    [],
  ]);
});

test("an observer that writes into what is left of the budget raises nothing (R05)", async () => {
  const run = agent({
    model: scriptedModel([
      call("add", { a: 1, b: 2 }, { usage: { inputTokens: 90 } }),
      say("done", { usage: { inputTokens: 90 } }),
    ]),
    tools: toolSet(add).build(),
    budget: { steps: 5, tokens: 100 },
    sinks: [
      (event) => {
        if (event.kind === "BudgetSpent") Object.assign(event.left, { tokens: 1e9 });
      },
    ],
  }).start("go");
  expect(await run.result).toMatchObject({ phase: "Failed", error: { category: "BudgetExceeded" } });
});
