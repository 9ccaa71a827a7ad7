import { join } from "node:path";
import { mkdtempSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  agent,
  type AgentOptions,
  type Clock,
  fail,
  failFast,
  InvariantError,
  type Journal,
  type Json,
  memoryJournal,
  openFileJournal,
  PortError,
  type RunResult,
  systemClock,
  tool,
  toolSet,
} from "../../src/index.ts";
import { call, manualClock, say, scriptedModel, type Script } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { latch } from "./latch.ts";
import { add, play } from "./play.ts";

const root = temporaryFolder();

/** What a caller without types may give. */
function untyped<T>(value: unknown): T {
  return value as T;
}

function said(result: RunResult<unknown>): readonly [string, string?] {
  if (result.phase === "Failed") return [result.error.category, result.error.message];
  return [result.phase];
}

/** Where one session's rows are kept in a file. */
function fileOf(clock: Clock = systemClock): (sessionId: string) => Promise<Journal> {
  const folder = mkdtempSync(join(root, "b-"));
  return (sessionId) => openFileJournal({ path: join(folder, `${sessionId}.jsonl`), sessionId, clock, sync: "never" });
}

/** A run on a file, and whether its session can be taken up again afterwards. */
async function onFile(
  script: Script,
  options: Partial<AgentOptions> = {},
  input = "go",
): Promise<readonly [first: readonly [string, string?], again: readonly [string, string?]]> {
  const own = { tools: toolSet(add).build(), budget: 20, journal: fileOf(), ...options };
  const first = await agent({ ...own, model: scriptedModel(script) }).start(input, { sessionId: "s-1" }).result;
  const { views: _, ...plain } = own;
  const again = await agent({ ...plain, model: scriptedModel([say("again")]) }).resume("s-1", { input: "more" }).result;
  return [said(first), said(again)];
}

describe("the clock of a journal", () => {
  test.each(["2026-11-16T14:28:37.000Z", "2026-11-16T14:28:37.12Z", "2026-11-16T15:28:37+01:00"])(
    "that says %s writes rows that can be read",
    async (at) => {
      const clock: Clock = { now: () => untyped(at) };
      expect(await onFile([say("hi")], { journal: fileOf(clock) })).toStrictEqual([["Completed"], ["Completed"]]);
      expect(memoryJournal("s-1", clock).append({ kind: "said" }).at).toMatch(/^2026-11-16T14:28:37(?:\.120)?Z$/);
    },
  );

  test.each(["not a time", 'x","kind":"evil', 7, undefined])("that says %s is refused before a row", async (at) => {
    const clock: Clock = { now: () => untyped(at) };
    const refusal = { name: "PortError", port: "journal", code: "clock" };
    await expect(fileOf(clock)("s-1")).rejects.toMatchObject(refusal);
    const memory = memoryJournal("s-1", clock);
    expect(() => memory.append({ kind: "said" })).toThrow(expect.objectContaining(refusal));
    expect(memory.rows).toStrictEqual([]);
  });

  test("is the machine's, for whoever has none", () => {
    expect(memoryJournal("s-1", systemClock).append({ kind: "said" }).at).toMatch(/^20\d\d-/);
  });
});

describe("a journal in memory refuses what a file refuses", () => {
  test.each([{ kind: "said", seq: 1 }, { kind: "journal.opened" }, { kind: 7 }])("%o", (event) => {
    expect(() => memoryJournal("s-1", systemClock).append(untyped(event))).toThrow(InvariantError);
  });
});

const HALF = "\ud800";
const CHECKED: Partial<AgentOptions> = {
  spec: { stopPolicy: { maxTurns: 9, checkpoints: [{ at: 1, kind: "look" }] } },
};
const TURN: Script = [call("add", { a: 1, b: 2 }), say("3")];

describe("what comes in is looked at where it comes in, and a session stays one that can be taken up", () => {
  test.each([
    [{ decision: "maybe", by: "ada" }, "the answer is neither approved nor refused"],
    [{ decision: "approved", by: 5 }, "who answered is a number, expected a text"],
    [{ decision: "approved", by: HALF }, "who answered holds half a character (a lone surrogate)"],
    ["yes", "the answer is neither approved nor refused"],
  ])("the answer at a checkpoint: %o", async (answer, problem) => {
    const own = { ...CHECKED, tools: toolSet(add).build(), budget: 9, journal: fileOf() };
    const wrong = { ...own, checkpoint: () => Promise.resolve(untyped<never>(answer)) };
    const first = agent({ ...wrong, model: scriptedModel(TURN) }).start("go", { sessionId: "s-1" });
    expect(said(await first.result)).toStrictEqual(["PolicyRuntimeViolation", `the checkpoint at turn 1: ${problem}`]);
    const right = { ...own, checkpoint: () => Promise.resolve({ decision: "approved", by: "ada" } as const) };
    const again = agent({ ...right, model: scriptedModel([say("x")]) }).resume("s-1", { input: "more" });
    expect(said(await again.result)).toStrictEqual(["Completed"]);
  });

  test.each([
    [() => 7, "what the state view plan renders is a number, expected a text"],
    [() => HALF, "what the state view plan renders holds half a character (a lone surrogate)"],
  ])("what a view renders", async (render, message) => {
    const views = [{ viewId: "plan", view: () => 1, render: untyped<() => string>(render) }];
    expect(await onFile(TURN, { views })).toStrictEqual([["PolicyRuntimeViolation", message], ["Completed"]]);
  });

  test.each([HALF, Number.NaN, () => 1, new Map()])("what a view gives that is no JSON", async (given) => {
    const [first, again] = await onFile(TURN, { views: [{ viewId: "plan", view: () => untyped<Json>(given) }] });
    expect(first[0]).toBe("PolicyRuntimeViolation");
    expect(first[1]).toContain("the state view plan gave what is no JSON");
    expect(again).toStrictEqual(["Completed"]);
  });

  test("what a run is begun with", () => {
    const bound = agent({ model: scriptedModel([]), budget: 3 });
    const refusal = (message: string): unknown => expect.objectContaining({ category: "PolicyConfigInvalid", message });
    expect(() => bound.start(untyped(7))).toThrow(refusal("the input is a number, expected a text"));
    expect(() => bound.start(untyped(undefined))).toThrow(refusal("the input is undefined, expected a text"));
    expect(() => bound.start(HALF)).toThrow(refusal("the input holds half a character (a lone surrogate)"));
    expect(() => bound.start("x", { correlationId: untyped(7) })).toThrow(
      refusal("correlationId is a number, expected a text"),
    );
    expect(() => bound.start("x", { sessionId: untyped({}) })).toThrow(
      refusal("sessionId is an object, expected a text"),
    );
    expect(() => bound.resume(untyped(7))).toThrow(refusal("sessionId is a number, expected a text"));
    expect(() => bound.resume("s-1", { input: untyped([]) })).toThrow(refusal("the input is a list, expected a text"));
  });

  test.each([
    [{ system: 7 }, "terms.system is a number, expected text"],
    [{ system: HALF }, "terms: a lone surrogate"],
    [{ pattern: "zigzag" }, "terms.executionPattern is"],
    [{ mode: "json" }, "terms"],
    [{ policy: { ...failFast, onThrow: 7 } }, "terms.onThrow is a number"],
    [{ views: [{ viewId: 7, view: () => 1 }] }, "views: a viewId is a number, expected a text"],
    [{ guards: [{ id: HALF, stage: "input", check: () => false }] }, "guards: an id holds half a character"],
  ])("what an agent is made of: %o", (options, problem) => {
    expect(() => agent({ model: scriptedModel([]), budget: 3, ...untyped<object>(options) })).toThrow(
      expect.objectContaining({ category: "PolicyConfigInvalid", message: expect.stringContaining(problem) }),
    );
  });

  test.each([undefined, null, 7, { decision: "allow", ruleId: HALF }, { decision: "maybe", ruleId: "r" }])(
    "what a keeper of permissions says: %o",
    async (evidence) => {
      const verdict = untyped<never>({ permitted: true, evidence, why: "" });
      const dispatched: string[] = [];
      const [, again] = await onFile(TURN, {
        permissions: () => ({ judge: () => Promise.resolve(verdict) }),
        sinks: [(event) => void (event.kind === "ToolDispatched" && dispatched.push(event.tool))],
      });
      expect(dispatched).toStrictEqual([]);
      expect(again).toStrictEqual(["Completed"]);
    },
  );

  test("a reminder", async () => {
    const run = agent({ model: scriptedModel(TURN), tools: toolSet(add).build(), budget: 5 }).start("go");
    const refusals: unknown[] = [];
    for await (const event of run)
      if (event.kind === "StepStarted")
        for (const text of [7, HALF])
          try {
            run.remind(untyped(text));
          } catch (error) {
            refusals.push(error);
          }
    expect((await run.result).phase).toBe("Completed");
    expect(refusals).toHaveLength(4);
    expect(refusals[0]).toMatchObject({ name: "AgentError", message: "the reminder is a number, expected a text" });
  });

  test("what a keeper of permissions wants kept", async () => {
    const refusals: unknown[] = [];
    const { result, journal } = await play([call("add", { a: 1, b: 2 }), say("3")], {
      permissions: (seat) => ({
        async judge() {
          await Promise.resolve(seat.keep(untyped({ foo: 1 }))).catch((error: unknown) => refusals.push(error));
          return { permitted: true, evidence: { decision: "allow", ruleId: "r" }, why: "" };
        },
      }),
    });
    expect(result.phase).toBe("Completed");
    expect(refusals).toMatchObject([{ name: "AgentError", category: "PolicyRuntimeViolation" }]);
    expect(journal.rows.filter(({ event }) => event.kind === "approval.answered")).toStrictEqual([]);
  });

  test("a fault that a policy tries to change", async () => {
    const engine = {
      onModelError: (_: unknown, fault: object) => {
        Reflect.set(fault, "category", "Nonsense");
        Reflect.set(fault, "message", 7);
        return fail;
      },
      onToolError: () => fail,
    };
    const [first] = await onFile([{ kind: "malformed", reply: {} }], { policy: { ...failFast, engine } });
    expect(first[0]).toBe("InvalidModelAction");
    expect(first[1]).toBeTypeOf("string");
  });

  test.each([
    ["a number", 7, "an error without a text was thrown"],
    ["half a character", `a${HALF}b`, "a\ufffdb"],
    ["very long", "x".repeat(17_000_000), `${"x".repeat(20_000)}...`],
  ])("an error whose message is %s", async (_, message, told) => {
    const error = Object.assign(new PortError("model", "x", ""), { message });
    const own = { budget: 3, journal: fileOf() };
    const model = { ref: "m", complete: () => Promise.reject(error) };
    const first = await agent({ ...own, model }).start("go", { sessionId: "s-1" }).result;
    expect(said(first)).toStrictEqual(["ModelTransport", told]);
    const again = agent({ ...own, model: scriptedModel([say("again")]) }).resume("s-1", { input: "more", budget: 3 });
    expect(said(await again.result)).toStrictEqual(["Completed"]);
  });

  test.each([{ steps: -500, tokens: Number.NaN }, { steps: 1e9, tokens: 1e9 }, undefined, { steps: "3" }])(
    "what a sub-agent says is left: %o",
    async (budgetLeft) => {
      const child = { start: () => ({ result: Promise.resolve({ phase: "Completed", output: "x", budgetLeft }) }) };
      const kid = { name: "kid", description: "k", agent: untyped<never>(child), share: { steps: 3, tokens: 10 } };
      const { result, journal } = await play([call("kid", { task: "t" }), say("end")], {
        agents: [kid],
        budget: { steps: 10, tokens: 1000 },
      });
      expect(result.phase).toBe("Completed");
      const returned = journal.rows.find(({ event }) => event.kind === "budget.returned");
      const isMore = budgetLeft?.steps === 1e9;
      expect(returned?.event["left"]).toStrictEqual(isMore ? { steps: 3, tokens: 10 } : { steps: 0, tokens: 0 });
    },
  );
});

describe("what was taken in is a copy", () => {
  test("of what a view gave", async () => {
    const live = { plan: ["first"] };
    const { journal } = await play(TURN, { views: [{ viewId: "plan", view: () => live }] });
    const row = journal.rows.find(({ event }) => event.kind === "join.closed");
    live.plan.push("changed");
    expect(JSON.stringify(row)).toContain('"plan":["first"]');
    expect(JSON.stringify(row)).not.toContain("changed");
  });

  test("of what a guardrail looks at", async () => {
    const stages = ["pre_flight", "input", "output"] as const;
    const guards = stages.map((stage) => ({
      id: stage,
      stage,
      check: (input: object): boolean => {
        Reflect.set(input, "stage", "other");
        Reflect.set(input, "text", 7);
        if ("calls" in input && Array.isArray(input.calls)) Reflect.set(input.calls, "length", 0);
        return false;
      },
    }));
    const { result, kinds } = await play(TURN, { guards });
    expect(result.phase).toBe("Completed");
    expect(kinds.filter((kind) => kind === "ToolCompleted")).toHaveLength(1);
  });

  test("of the final answer", async () => {
    const journal = memoryJournal("s-1", manualClock());
    const model = scriptedModel([say('{"list":[1]}')]);
    const output = z.object({ list: z.array(z.number()) });
    const result = await agent({ model, budget: 3, output, journal: () => journal }).start("go", { sessionId: "s-1" })
      .result;
    if (result.phase !== "Completed") throw new Error(result.phase);
    result.output.list.push(666);
    expect(journal.rows.at(-1)?.event["output"]).toStrictEqual({ list: [1] });
  });

  test("of what a keeper of permissions says", async () => {
    const evidence = { decision: "allow" as const, ruleId: "r" };
    const { journal } = await play([call("add", { a: 1, b: 2 }), say("3")], {
      permissions: () => ({ judge: () => Promise.resolve({ permitted: true, evidence, why: "" }) }),
    });
    evidence.ruleId = "changed";
    expect(JSON.stringify(journal.rows)).not.toContain("changed");
  });
});

describe("what a row cannot hold is told as that, and the journal works on", () => {
  const LARGE = 17_000_000;
  const TOLD = expect.stringContaining("more than 16777216 characters");

  test("an input", async () => {
    const [first, again] = await onFile([], {}, "x".repeat(LARGE));
    expect(first).toStrictEqual(["InternalInvariant", TOLD]);
    expect(again).toStrictEqual(["Completed"]);
  });

  test("a state view", async () => {
    const views = [{ viewId: "v", view: () => "v".repeat(LARGE) }];
    expect(await onFile([say("x")], { views })).toStrictEqual([["InternalInvariant", TOLD], ["Completed"]]);
  });

  test("a reminder", async () => {
    const own = { budget: 9, tools: toolSet(add).build(), journal: fileOf() };
    const run = agent({ ...own, model: scriptedModel(TURN) }).start("go", { sessionId: "s-1" });
    for await (const event of run) if (event.kind === "ToolDispatched") run.remind("x".repeat(LARGE));
    expect(said(await run.result)).toStrictEqual(["InternalInvariant", TOLD]);
    const again = agent({ ...own, model: scriptedModel([say("x")]) }).resume("s-1", { input: "more" });
    expect(said(await again.result)).toStrictEqual(["Completed"]);
  });

  test("a reply, which is the model's mistake", async () => {
    const [first, again] = await onFile([say("\u0001".repeat(3_000_000))]);
    expect(first).toStrictEqual(["InvalidModelAction", expect.stringContaining("once it is written as JSON")]);
    expect(again).toStrictEqual(["Completed"]);
  });
});

describe("a journal belongs to one session and one run at a time", () => {
  test("that of another session is refused", async () => {
    const other = memoryJournal("other", systemClock);
    const run = agent({ model: scriptedModel([say("x")]), budget: 3, journal: () => other });
    expect(said(await run.start("go", { sessionId: "mine" }).result)).toStrictEqual([
      "PolicyConfigInvalid",
      "session mine: the journal that was given for it is that of session other",
    ]);
    expect(other.rows).toStrictEqual([]);
  });

  test("one that a run writes is refused to a second, and free again afterwards", async () => {
    const journal = memoryJournal("s-1", systemClock);
    const gate = latch();
    const wait = tool({
      name: "wait",
      description: "Waits.",
      args: z.strictObject({}),
      output: z.number(),
      run: () => gate.opened.then(() => 1),
    });
    const own = { tools: toolSet(wait).build(), budget: 5, journal: (): Journal => journal };
    const first = agent({ ...own, model: scriptedModel([call("wait", {}), say("1")]) }).start("a", {
      sessionId: "s-1",
    });
    const second = agent({ ...own, model: scriptedModel([say("2")]) });
    expect(said(await second.start("b", { sessionId: "s-1" }).result)).toStrictEqual([
      "PolicyConfigInvalid",
      "session s-1: its journal is in use by another run",
    ]);
    gate.open();
    expect((await first.result).phase).toBe("Completed");
    expect((await second.start("b", { sessionId: "s-1" }).result).phase).toBe("Failed");
    expect((await second.resume("s-1", { input: "b" }).result).phase).toBe("Completed");
  });
});
