import { describe, expect, test } from "vitest";
import { agent, harnessPolicy, memoryJournal } from "../../../src/index.ts";
import { call, calls, manualClock, say, scriptedModel } from "../../../src/testing/index.ts";
import { ended, rowsOf, setOf, stage, textTool } from "../staged.ts";

describe("pain 9: runaway identical calls, no circuit breaker", () => {
  test("pain 9: the same call with the same result stops typed after five, with no setting at all", async () => {
    let ran = 0;
    const { model, start } = stage(() => call("grep", { text: "needle" }), {
      tools: setOf(textTool("grep", () => (ran++, "nothing"))),
      budget: 1_000,
    });
    const { result } = await ended(start());
    expect([result, ran, model.requests.length]).toMatchObject([
      { phase: "Failed", error: { category: "InvalidModelAction", details: { repetitions: 5 } } },
      5,
      5,
    ]);
  });

  test("pain 9: a model that changes its calls a little runs into its budget, which every agent has", async () => {
    const { model, start } = stage((_, turn) => call("grep", { text: `needle ${turn}` }), {
      tools: setOf(textTool("grep", () => "nothing")),
      budget: 30,
    });
    const { result } = await ended(start());
    expect([result, model.requests.length]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" } },
      30,
    ]);
    // There is no agent without one: it does not compile (types/refuses/agent-without-budget.ts), and it is not made.
    expect(() => agent({ model: scriptedModel([]) } as never)).toThrowError("budget");
  });

  test("pain 9: the breaker is told to a model that may correct itself, and does not loop by itself", async () => {
    const { start } = stage(() => call("grep", { text: "needle" }), {
      tools: setOf(textTool("grep", () => "nothing")),
      policy: harnessPolicy,
      budget: 40,
    });
    const { result } = await ended(start());
    expect(result.phase).toBe("Failed");
  });
});

describe("pain 10: loop detector false positives kill legitimate work", () => {
  test("pain 10: polling something that changes, the same step on many files, and every third call the same are no loop", async () => {
    let n = 0;
    const tools = setOf(
      textTool("poll", () => `${n++} % done`),
      textTool("check", () => "ok"),
    );
    const scripts = [
      (_: unknown, turn: number) => (turn < 20 ? call("poll", { text: "build" }) : say("done")),
      (_: unknown, turn: number) => (turn < 20 ? call("check", { text: `file ${turn}` }) : say("done")),
      (_: unknown, turn: number) => (turn < 20 ? call("check", { text: `${turn % 2}` }) : say("done")),
      (_: unknown, turn: number) =>
        turn < 20 ? calls([call("check", { text: "same" }), call("poll", { text: "same" })]) : say("done"),
    ];
    for (const script of scripts) {
      const { start } = stage(script, { tools, budget: 30 });
      expect((await ended(start())).result).toMatchObject({ phase: "Completed", steps: 21 });
    }
  });

  test("pain 10: what is done about a loop is the policy's: one that interrupts loses nothing, and a person may let it go on", async () => {
    const tools = setOf(textTool("check", () => "ok"));
    const policy = {
      ...harnessPolicy,
      engine: { onModelError: () => ({ kind: "Interrupt" }) as const, onToolError: () => ({ kind: "Fail" }) as const },
    };
    const { start, resume } = stage((_, turn) => (turn < 7 ? call("check", { text: "same" }) : say("done")), {
      tools,
      policy,
    });
    const first = await ended(start());
    expect(first.result).toMatchObject({
      phase: "Interrupted",
      reason: expect.stringContaining("5 times in a row") as string,
    });
    expect((await ended(resume())).result).toMatchObject({ phase: "Completed", output: "done" });
  });
});

describe("pain 11: subagent fan-out without cap burns hundreds of dollars", () => {
  test("pain 11: 547 planned helpers: as many start as the policy and the budget say, and no more is spent than was granted", async () => {
    let modelCalls = 0;
    const worker = agent({
      model: scriptedModel(() => (modelCalls++, say("done", { usage: { costMicros: 1_000 } }))),
      budget: 1_000,
      journal: (id) => memoryJournal(id, manualClock()),
    });
    const share = { steps: 2, costMicros: 5_000 };
    const planned = Array.from({ length: 547 }, (_, n) => call("worker", { task: `part ${n}` }));
    let at = 0;
    const { journal, start } = stage(
      () => (modelCalls++, at >= planned.length ? say("all done") : calls(planned.slice(at, (at += 60)))),
      {
        agents: [{ name: "worker", description: "Works.", agent: worker, share }],
        budget: { steps: 60, costMicros: 100_000 },
        policy: harnessPolicy,
      },
    );
    const { result } = await ended(start());
    const started = rowsOf(journal.rows, "budget.allotted").length;
    expect(started).toBe(8);
    expect(modelCalls).toBeLessThanOrEqual(60);
    expect(result.budgetLeft.costMicros).toBe(100_000 - started * 1_000);
  });

  test("pain 11: without a policy row for it there is no fan-out at all", async () => {
    const worker = agent({ model: scriptedModel(() => say("done")), budget: 9 });
    const { journal, start } = stage([call("worker", { task: "x" }), say("done")], {
      agents: [{ name: "worker", description: "Works.", agent: worker, share: { steps: 1 } }],
      spec: { decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 0 } },
    });
    await ended(start());
    expect(rowsOf(journal.rows, "budget.allotted")).toEqual([]);
  });
});
