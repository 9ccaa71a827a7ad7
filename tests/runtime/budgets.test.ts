import { describe, expect, test } from "vitest";
import { call, calls, say } from "../../src/testing/index.ts";
import { auditOf, ended, setOf, stage, textTool } from "./staged.ts";

const tools = setOf(textTool("note", (text) => `noted ${text}`));
let n = 0;
const again = (usage = {}): ReturnType<typeof call> => call("note", { text: `${n++}` }, { usage });

describe("steps, tokens and cost are budgets with typed stops (R05, R15)", () => {
  test("steps: the model is asked as often as the budget says, then BudgetExceeded, with every call answered", async () => {
    const { model, journal, start } = stage(() => again(), { tools, budget: 3 });
    const { result, broken } = await ended(start());
    expect([result, model.requests.length, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" }, budgetLeft: { steps: 0 } },
      3,
      [],
      undefined,
    ]);
    expect(result.finalMessages.at(-1)?.role).toBe("tool");
  });

  test("no steps: the model is never asked", async () => {
    const { model, start } = stage([say("x")], { budget: 0 });
    const { result, broken } = await ended(start());
    expect([result, model.requests.length, broken]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" } },
      0,
      [],
    ]);
  });

  test("the last step may answer", async () => {
    const { start } = stage([again(), say("done")], { tools, budget: 2 });
    expect((await ended(start())).result).toMatchObject({ phase: "Completed", budgetLeft: { steps: 0 } });
  });

  test.each([
    ["tokens", { inputTokens: 60, outputTokens: 10 }, "tokens"],
    ["costMicros", { costMicros: 70 }, "costMicros"],
  ] as const)("%s: a reply that costs more than is left runs nothing", async (line, usage, name) => {
    const ran: string[] = [];
    const counted = setOf(textTool("note", (text) => (ran.push(text), "noted")));
    const { journal, start } = stage(() => again(usage), { tools: counted, budget: { steps: 9, [line]: 150 } });
    const { result, events, broken } = await ended(start());
    expect([result, ran.length, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", steps: 3, error: { category: "BudgetExceeded", message: `the budget is used up: ${name}` } },
      2,
      [],
      undefined,
    ]);
    const left = events.flatMap((event) => (event.kind === "BudgetSpent" ? [event.left] : []));
    expect(left).toEqual([
      { steps: 8, [line]: 80 },
      { steps: 7, [line]: 10 },
      { steps: 6, [line]: 0 },
    ]);
    // What was spent is gone: nothing is left for a later run either.
    expect(result.budgetLeft).toEqual({ steps: 6, [line]: 0 });
  });

  test("usage is summed over the run", async () => {
    const usage = { inputTokens: 10, outputTokens: 2, costMicros: 5 };
    const { start } = stage([again(usage), say("done", { usage })], { tools });
    expect((await ended(start())).result.usage).toEqual({ inputTokens: 20, outputTokens: 4, costMicros: 10 });
  });

  test("what is left is left for a run that takes the session up; a new grant is a new grant", async () => {
    const { model, start, resume, journal } = stage(() => again(), { tools, budget: 2 });
    await ended(start());
    const poor = await ended(resume());
    expect([poor.result, model.requests.length, poor.broken]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" } },
      2,
      [],
    ]);
    const rich = await ended(resume({ budget: 5 }));
    expect([rich.result, model.requests.length, rich.broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" }, budgetLeft: { steps: 0 } },
      7,
      [],
      undefined,
    ]);
  });

  test("a run may be started with a larger budget than its agent's, and then has it", async () => {
    const { model, start } = stage(() => again(), { tools, budget: 2 });
    const { result } = await ended(start("go", { budget: { steps: 6 } }));
    expect([result, model.requests.length]).toMatchObject([{ phase: "Failed", budgetLeft: { steps: 0 } }, 6]);
  });

  test("the stop policy's turns bind where somebody set them, whatever the budget (R15)", async () => {
    const stopPolicy = { maxTurns: 2, checkpoints: [] };
    const { model, start, journal } = stage(() => again(), { tools, budget: 9, spec: { stopPolicy } });
    const { result, broken } = await ended(start());
    expect([result, model.requests.length, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded", message: "the stop policy allows no further turn" } },
      2,
      [],
      undefined,
    ]);
  });

  test("protocol states each have their continuation: pause_turn goes on, max_tokens and end_turn stop (R15)", async () => {
    const paused = stage([say("wait", { stopReason: "pause_turn" }), say("done")]);
    expect((await ended(paused.start())).result).toMatchObject({ phase: "Completed", output: "done", steps: 2 });
    const cut = await ended(stage([say("a long", { stopReason: "max_tokens" })]).start());
    expect(cut.result).toMatchObject({ phase: "Failed", error: { category: "InvalidModelAction" } });
    const protocolPolicy = { handled: { tool_use: "stop", end_turn: "stop" } } as const;
    const halted = stage([calls([again()]), say("never")], { tools, spec: { protocolPolicy } });
    const { result, broken } = await ended(halted.start());
    expect([result, broken, auditOf(halted.journal.rows)]).toMatchObject([
      { phase: "Interrupted", reason: "the protocol policy stops here", steps: 1 },
      [],
      undefined,
    ]);
  });
});
