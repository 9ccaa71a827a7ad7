import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Model, ReplayReport } from "#ports";
import { agent, type AgentOptions, type Guard, harnessPolicy, memoryJournal, tool, toolSet } from "../../src/index.ts";
import { call, malformed, manualClock, say, scriptedModel } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { latch } from "./latch.ts";
import { cassetteOf, replayed, stateIn } from "./replay-recorded.ts";

const folder = temporaryFolder();
const usage = { inputTokens: 1, outputTokens: 1 };
const REPLY = { blocks: [{ kind: "text", text: "done" }], stopReason: "end_turn", usage };
const ROUND = [call("echo", { text: "a" }), say("done")];

const echo = tool({
  name: "echo",
  description: "Says it again.",
  args: z.strictObject({ text: z.string() }),
  output: z.string(),
  run: ({ text }) => text,
});
const slow = tool({
  name: "slow",
  description: "Takes its time.",
  args: z.strictObject({ ms: z.number() }),
  output: z.number(),
  run: async ({ ms }) => {
    await setTimeout(ms);
    return ms;
  },
});

type Options = Partial<AgentOptions> & Pick<AgentOptions, "model">;

/** Plays a run that is recorded to a file, and replays it: how it ended, why where it was called off. `cancel` calls it off. */
async function twice(options: Options, cancel?: Promise<unknown>): Promise<{ phase: string; replay: ReplayReport }> {
  const state = mkdtempSync(join(folder, "odd-"));
  const { cassette, session } = stateIn(state);
  const tools = toolSet(echo, slow).build();
  const made = agent({ budget: 20, tools, policy: harnessPolicy, journal: session, record: cassette, ...options });
  const run = made.start("go", { sessionId: "odd" });
  void cancel?.then(() => run.cancel("because"));
  const result = await run.result;
  const phase = result.phase === "Interrupted" ? result.reason : result.phase;
  return { phase, replay: await replayed(await cassetteOf(state, "odd")) };
}

/** A model without types that gives anything, and then an answer. */
function giving(...given: readonly (() => unknown)[]): Model {
  let at = 0;
  return { ref: "odd/1", complete: (() => (given[at++] ?? (() => Promise.resolve(REPLY)))()) as Model["complete"] };
}

describe("a model without types replays as it went", () => {
  const bomb = (): unknown => ({
    get blocks(): never {
      throw new Error("bomb");
    },
    stopReason: "end_turn",
    usage,
  });
  let reads = 0;
  /** Says something else whenever it is looked at. */
  const fickle = (): unknown =>
    new Proxy(REPLY, {
      get: (_, name) => (name === "blocks" ? [{ kind: "text", text: `look ${++reads}` }] : Reflect.get(REPLY, name)),
    });
  const cases: readonly (readonly [string, () => unknown, string])[] = [
    ["it throws at once", thrower, "Failed"],
    ["it gives no promise", () => REPLY, "Completed"],
    ["a getter of its reply throws", () => Promise.resolve(bomb()), "Completed"],
    ["a block of its reply is a revoked proxy", () => Promise.resolve({ ...REPLY, blocks: [revoked()] }), "Completed"],
    ["its reply says something else at every look", () => Promise.resolve(fickle()), "Completed"],
    [
      "half a character in its text",
      () => Promise.resolve({ ...REPLY, blocks: [{ kind: "text", text: "\ud800" }] }),
      "Completed",
    ],
    [
      "NaN for its usage",
      () => Promise.resolve({ ...REPLY, usage: { inputTokens: Number.NaN, outputTokens: 1 } }),
      "Completed",
    ],
    ["code in its reply", () => Promise.resolve({ ...REPLY, blocks: [(): number => 1] }), "Completed"],
    ["nothing", () => Promise.resolve(undefined), "Completed"],
  ];
  test.each(cases)("%s", async (_, given, expected) => {
    const { phase, replay } = await twice({ model: giving(given) });
    expect([phase, replay.result, replay.difference, replay.refusal, replay.isWhole]).toEqual([
      expected,
      "same",
      undefined,
      undefined,
      true,
    ]);
  });

  test("what cannot be used is told to the policy as the model's mistake, not as ours", async () => {
    const made = agent({ model: giving(() => Promise.resolve(bomb())), budget: 3 });
    expect(await made.start("go").result).toMatchObject({
      phase: "Failed",
      error: { category: "InvalidModelAction", message: "reply: a part of the reply throws when it is read" },
    });
  });

  test("a piece that ends in the middle of a character", async () => {
    const model: Model = {
      ref: "odd/1",
      complete: () => Promise.reject(new Error("it streams")),
      async *stream() {
        yield { kind: "text.delta", text: "\ud83d" };
        yield { kind: "text.delta", text: "\ude00" };
        await Promise.resolve();
        yield { kind: "reply", reply: { ...REPLY, blocks: [{ kind: "text", text: "\ud83d\ude00" }] } };
      },
    };
    const { phase, replay } = await twice({ model });
    expect([phase, replay.result, replay.isWhole]).toEqual(["Completed", "same", true]);
  });

  test("a mistake in a stream", async () => {
    const model = scriptedModel([malformed({ blocks: [() => 1] }), say("done")], { streams: true });
    const { phase, replay } = await twice({ model });
    expect([phase, replay.result, replay.isWhole]).toEqual(["Completed", "same", true]);
  });
});

describe("hooks without types replay as they went", () => {
  const given: readonly (readonly [string, () => unknown])[] = [
    ["a text", () => "no"],
    ["a number, later", () => Promise.resolve(1)],
    ["code", () => () => 1],
    ["nothing", () => undefined],
  ];
  test.each(given)("a guardrail that says %s", async (_, check) => {
    for (const stage of ["pre_flight", "output"] as const) {
      const guard = { id: "g", stage, check } as unknown as Guard;
      const { phase, replay } = await twice({ model: scriptedModel(ROUND), guards: [guard], budget: 4 });
      expect([phase, replay.result, replay.difference]).toEqual(["Failed", "same", undefined]);
    }
  });

  test("a guardrail that hangs while the run is called off", async () => {
    const asked = latch();
    const check = (): Promise<boolean> => (asked.open(), new Promise(() => undefined));
    const guards: Guard[] = [{ id: "g", stage: "pre_flight", check }];
    const { phase, replay } = await twice({ model: scriptedModel(ROUND), guards }, asked.opened);
    expect([phase, replay.result, replay.difference, replay.isWhole]).toEqual([
      "the run was cancelled: because",
      "same",
      undefined,
      true,
    ]);
  });

  test("a model that hangs while the run is called off", async () => {
    const asked = latch();
    const model = giving(() => (asked.open(), new Promise(() => undefined)));
    const { phase, replay } = await twice({ model }, asked.opened);
    expect([phase, replay.result, replay.difference, replay.isWhole]).toEqual([
      "the run was cancelled while the model answered: because",
      "same",
      undefined,
      true,
    ]);
  });

  test("a view that goes on with what it gave, on a tape in memory", async () => {
    const seen = { steps: 0 };
    const view = { viewId: "live", view: () => ((seen.steps += 1), seen), render: () => "look" };
    const tape = memoryJournal("odd", manualClock());
    const tools = toolSet(echo).build();
    const made = agent({ model: scriptedModel(ROUND), budget: 5, tools, views: [view], record: () => tape });
    expect((await made.start("go", { sessionId: "odd" }).result).phase).toBe("Completed");
    expect(await replayed({ rows: tape.rows })).toMatchObject({ result: "same", isWhole: true });
  });

  test("a view that is no JSON", async () => {
    const view = { viewId: "odd", view: (() => () => 1) as unknown as () => null };
    const { phase, replay } = await twice({ model: scriptedModel(ROUND), views: [view] });
    expect([phase, replay.result, replay.difference]).toEqual(["Failed", "same", undefined]);
  });
});

describe("a sub-agent that was given up", () => {
  test.each([
    ["while another call runs", [call("kid", { task: "t" }), call("slow", { ms: 400 }), say("end")]],
    ["while the model thinks", [call("kid", { task: "t" }), say("end", { delayMs: 400 })]],
  ])("and ends %s leaves no row there", async (_, script) => {
    // Deaf to its signal: it ends when it is long given up.
    const deaf = tool({
      name: "deaf",
      description: "Ends late.",
      args: z.strictObject({}),
      output: z.string(),
      run: async () => {
        await setTimeout(250);
        return "late";
      },
    });
    const child = agent({
      model: scriptedModel([call("deaf", {}), say("late")]),
      budget: 5,
      tools: toolSet(deaf).build(),
    });
    const kid = { name: "kid", description: "Is late.", agent: child, share: { steps: 3 }, timeoutMs: 50 };
    const { phase, replay } = await twice({ model: scriptedModel(script), agents: [kid] });
    expect([phase, replay.result, replay.difference]).toEqual(["Completed", "same", undefined]);
  });
});

function thrower(): never {
  throw new TypeError("at once");
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
