import { describe, expect, test } from "vitest";
import type { BudgetAmounts } from "#kernel";
import { agent, type AgentOptions, memoryJournal, type MemoryJournal, type SubAgent } from "../../src/index.ts";
import { call, calls, hang, manualClock, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { latch } from "./latch.ts";
import { auditOf, ended, rowsOf, stage } from "./staged.ts";

const journals = new Map<string, MemoryJournal>();
const journal = (id: string): MemoryJournal => {
  const made = memoryJournal(id, manualClock());
  journals.set(id, made);
  return made;
};

function helper(
  name: string,
  script: Script,
  more: Partial<AgentOptions> & { readonly share?: BudgetAmounts } = {},
): SubAgent {
  const { share = { steps: 3 }, ...options } = more;
  const made = agent({ model: scriptedModel(script), budget: 1_000, journal, ...options });
  return { name, description: `The helper ${name}.`, agent: made, share };
}

const ask = (name: string, task = "do it"): ReturnType<typeof call> => call(name, { task });

describe("sub-agents share their caller's budget (R05, PEERS 11)", () => {
  test("a share is taken before it begins; what it leaves comes back; it runs under its own session", async () => {
    const child = helper("scout", [say("found it")]);
    const {
      journal: rows,
      model,
      start,
    } = stage([ask("scout", "look for it"), say("done")], { agents: [child], budget: 10 });
    const { result, broken, events } = await ended(start("go", { correlationId: "c-9" }));
    expect([result, broken, auditOf(rows.rows)]).toMatchObject([
      { phase: "Completed", budgetLeft: { steps: 10 - 2 - 1 } },
      [],
      undefined,
    ]);
    expect(rowsOf(rows.rows, "budget.allotted")).toMatchObject([{ toolCallId: "tc-1-1", share: { steps: 3 } }]);
    expect(rowsOf(rows.rows, "budget.returned")).toMatchObject([{ toolCallId: "tc-1-1", left: { steps: 2 } }]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ answers: [{ text: "found it", isFailure: false }] });
    expect(events.some((event) => event.kind === "ToolCompleted" && event.outcome === "ok")).toBe(true);
    const own = journals.get("s-1.tc-1-1")?.rows ?? [];
    expect(rowsOf(own, "session.started")).toEqual([
      {
        kind: "session.started",
        sessionId: "s-1.tc-1-1",
        correlationId: "c-9",
        parent: { sessionId: "s-1", toolCallId: "tc-1-1" },
      },
    ]);
    expect([rowsOf(own, "input.given")[0]?.text, rowsOf(own, "policies.bound")[0]?.terms.budget, auditOf(own)]).toEqual(
      ["look for it", { steps: 3 }, undefined],
    );
  });

  test("one that fails is a failure that the model is told, with why", async () => {
    const child = helper("scout", () => call("nobody", {}));
    const { model, start } = stage([ask("scout"), say("done")], { agents: [child] });
    expect((await ended(start())).result.phase).toBe("Completed");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      answers: [{ isFailure: true, text: expect.stringContaining("InvalidModelAction") as string }],
    });
  });

  test("fan-out is capped: the one too many is refused and nothing of it runs", async () => {
    const child = helper("scout", () => say("found"), { share: { steps: 1 } });
    const spec = { decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 2 } };
    const three = calls([ask("scout", "a"), ask("scout", "b"), ask("scout", "c")]);
    const { journal: rows, model, start } = stage([three, say("done")], { agents: [child], spec });
    const { result } = await ended(start());
    expect([result.phase, rowsOf(rows.rows, "budget.allotted").length]).toEqual(["Completed", 2]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      answers: [{ isFailure: false }, { isFailure: false }, { isFailure: true }],
    });
  });

  test("the cap counts over the session, also after a resume", async () => {
    const child = helper("scout", () => say("found"), { share: { steps: 1 } });
    const spec = { decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 1 } };
    const script = [ask("scout"), say("one"), ask("scout"), say("two")];
    const { journal: rows, start, resume } = stage(script, { agents: [child], spec });
    await ended(start());
    await ended(resume({ input: "again" }));
    expect(rowsOf(rows.rows, "budget.allotted").length).toBe(1);
  });

  test("a share that is not there is not given: steps, tokens, or a line that it does not count", async () => {
    for (const [share, budget] of [
      [{ steps: 50 }, { steps: 10 }],
      [
        { steps: 1, tokens: 500 },
        { steps: 10, tokens: 100 },
      ],
      [{ steps: 1 }, { steps: 10, tokens: 100 }],
    ] as const) {
      const child = helper("scout", () => say("found"), { share });
      const { journal: rows, start } = stage([ask("scout"), say("done")], { agents: [child], budget });
      const { result } = await ended(start());
      expect([result.phase, rowsOf(rows.rows, "budget.allotted")]).toEqual(["Completed", []]);
      expect(result.finalMessages.at(-2)).toMatchObject({ answers: [{ isFailure: true }] });
    }
  });

  test("split over nesting, all of them together never take more steps than the first one had", async () => {
    let modelCalls = 0;
    const counted: Script = (request) => {
      modelCalls += 1;
      const [tool] = request.tools;
      // Everybody asks for as many helpers as they can, for ever.
      return tool === undefined ? call("nobody", {}) : calls([ask(tool.name, "a"), ask(tool.name, "b")]);
    };
    const leaf = helper("leaf", counted, { share: { steps: 2 } });
    const middle = helper("middle", counted, { agents: [leaf], share: { steps: 9 } });
    for (const budget of [5, 20, 40]) {
      modelCalls = 0;
      const { start } = stage(counted, { agents: [middle], budget, repetitions: 100 });
      const { result } = await ended(start());
      expect(result.phase).toBe("Failed");
      expect(modelCalls).toBeLessThanOrEqual(budget);
    }
  });

  test("tokens that a child spent do not come back, also where it spent more than its share", async () => {
    const child = helper("scout", [say("found", { usage: { inputTokens: 70 } })], { share: { steps: 1, tokens: 50 } });
    const { start } = stage([ask("scout"), say("done")], { agents: [child], budget: { steps: 9, tokens: 100 } });
    const { result } = await ended(start());
    expect(result.budgetLeft).toEqual({ steps: 9 - 2 - 1, tokens: 50 });
  });

  test("a child that could not even begin gives back its share, not its own budget", async () => {
    const child = helper("scout", [say("found")], { journal: () => Promise.reject(new Error("no disk")) });
    const { start } = stage([ask("scout"), say("done")], { agents: [child], budget: 10 });
    expect((await ended(start())).result).toMatchObject({ phase: "Completed", budgetLeft: { steps: 8 } });
  });

  test("a child is cancelled with its caller, and both journals say so", async () => {
    const asked = latch();
    const model = scriptedModel([hang()]);
    const child = helper("scout", [], {
      model: { ...model, complete: (request, signal) => (asked.open(), model.complete(request, signal)) },
    });
    const { journal: rows, start } = stage([ask("scout"), say("never")], { agents: [child] });
    const run = start();
    void asked.opened.then(() => run.cancel());
    const { result, broken } = await ended(run);
    expect([result.phase, broken, auditOf(rows.rows)]).toEqual(["Interrupted", [], undefined]);
    const own = journals.get("s-1.tc-1-1")?.rows ?? [];
    expect([rowsOf(own, "session.ended"), auditOf(own)]).toMatchObject([[{ phase: "Interrupted" }], undefined]);
  });

  test(
    "a child that does not end when it is told leaves nothing behind in its caller's journal",
    { timeout: 20_000 },
    async () => {
      const asked = latch();
      const released = latch();
      const deaf = scriptedModel([]);
      const child = helper("scout", [], {
        model: {
          ...deaf,
          complete: async () => {
            asked.open();
            await released.opened;
            return {
              blocks: [{ kind: "text", text: "late" }],
              stopReason: "end_turn",
              usage: { inputTokens: 0, outputTokens: 0 },
            };
          },
        },
      });
      const { journal: rows, start } = stage([ask("scout"), say("never")], { agents: [child] });
      const run = start();
      void asked.opened.then(() => run.cancel());
      const { result, broken } = await ended(run);
      const count = rows.rows.length;
      released.open();
      // The child's own end: it is over when its journal says so.
      while (rowsOf(journals.get("s-1.tc-1-1")?.rows ?? [], "session.ended").length === 0)
        await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      expect([result.phase, broken, rows.rows.length - count, auditOf(rows.rows)]).toEqual([
        "Interrupted",
        [],
        0,
        undefined,
      ]);
    },
  );
});
