import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CLOSED_SPEC, digestJson } from "#kernel";
import { sha256 } from "#platform";
import type { Journal, JournalRow, Model } from "#ports";
import {
  agent,
  type AgentOptions,
  harnessPolicy,
  memoryJournal,
  type MemoryJournal,
  tool,
  toolSet,
} from "../../src/index.ts";
import { call, calls, failure, malformed, manualClock, partial, say, scriptedModel } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cassetteOf, replayed, stateIn } from "./replay-recorded.ts";

const folder = temporaryFolder();

const echo = tool({
  name: "echo",
  description: "Says it again.",
  args: z.strictObject({ text: z.string() }),
  output: z.string(),
  run: ({ text }) => {
    if (text === "break") throw new TypeError("broken");
    if (text === "throw") throw "no error";
    return text;
  },
});

interface Recorded {
  readonly rows: readonly JournalRow[];
  readonly phase: string;
  readonly journal: MemoryJournal;
}

/** A run in memory, recorded. */
async function recorded(options: Partial<AgentOptions> & Pick<AgentOptions, "model">): Promise<Recorded> {
  const clock = manualClock();
  const journal = memoryJournal("edge", clock);
  const tape = memoryJournal("edge", clock);
  const made = agent({
    budget: 20,
    tools: toolSet(echo).build(),
    journal: () => journal,
    record: () => tape,
    ...options,
  });
  const { phase } = await made.start("go", { sessionId: "edge" }).result;
  return { rows: tape.rows, phase, journal };
}

const ROUND = [call("echo", { text: "a" }), say("done")];

describe("what a run is given at its edges replays as it was", () => {
  const cases: readonly (readonly [string, Partial<AgentOptions> & Pick<AgentOptions, "model">, string])[] = [
    ["no evidence and no witnesses", { model: scriptedModel(ROUND), evidence: "on_demand" }, "Completed"],
    ["evidence without witnesses", { model: scriptedModel(ROUND), evidence: "each_turn" }, "Completed"],
    [
      "a profile of text mode",
      {
        model: scriptedModel([say('```tool\n{"tool": "echo", "args": {"text": "a"}}\n```'), say("done")]),
        mode: { mode: "text", adapterProfile: "fenced_json.v1" },
      },
      "Completed",
    ],
    [
      "a tool that breaks, under a policy that fails",
      { model: scriptedModel([call("echo", { text: "break" })]) },
      "Failed",
    ],
    ["a tool that throws what is no error", { model: scriptedModel([call("echo", { text: "throw" })]) }, "Failed"],
    [
      "a policy that throws",
      { model: scriptedModel([failure()]), policy: { ...harnessPolicy, engine: thrower("never") } },
      "Failed",
    ],
    [
      "a policy that promises",
      {
        model: scriptedModel([failure()]),
        policy: { ...harnessPolicy, engine: { onModelError: promised, onToolError: promised } },
      },
      "Failed",
    ],
    [
      "a reply that is not there",
      { model: scriptedModel([malformed(undefined), ...ROUND]), policy: harnessPolicy },
      "Completed",
    ],
    [
      "a reply of no shape",
      { model: scriptedModel([malformed({ blocks: 7 }), ...ROUND]), policy: harnessPolicy },
      "Completed",
    ],
    [
      "a stream that ends early",
      {
        model: scriptedModel([partial(say("abc"), { chunks: 1, ending: "end" }), ...ROUND], { streams: true }),
        policy: harnessPolicy,
      },
      "Completed",
    ],
    ["a model that has a bug", { model: buggy() }, "Failed"],
    [
      "a guardrail that throws",
      {
        model: scriptedModel(ROUND),
        guards: [
          {
            id: "g",
            stage: "pre_flight",
            check: () => {
              throw new Error("no idea");
            },
          },
        ],
      },
      "Failed",
    ],
    [
      "a view that throws",
      {
        model: scriptedModel(ROUND),
        views: [
          {
            viewId: "v",
            view: () => {
              throw new Error("no view");
            },
          },
        ],
      },
      "Failed",
    ],
    [
      "a checkpoint where nobody is",
      {
        model: scriptedModel(ROUND),
        spec: { stopPolicy: { maxTurns: 20, checkpoints: [{ at: 1, kind: "look" }] } },
        checkpoint: () => Promise.resolve(undefined),
      },
      "Interrupted",
    ],
    [
      "the same calls with the same results, too often",
      { model: scriptedModel(() => call("echo", { text: "a" })) },
      "Failed",
    ],
    [
      "a budget that is used up",
      { model: scriptedModel((_, n) => call("echo", { text: `${n}` })), budget: 3 },
      "Failed",
    ],
    [
      "calls one after another",
      {
        model: scriptedModel([calls([call("echo", { text: "a" }), call("echo", { text: "b" })]), say("done")]),
        spec: { transportPolicy: { parallelToolCalls: true, order: "strict" } },
      },
      "Completed",
    ],
  ];

  test.each(cases)("%s", async (_, options, phase) => {
    const made = await recorded(options);
    const { result, difference, refusal, isWhole, standing } = await replayed({ rows: made.rows });
    expect([made.phase, result, difference, refusal, isWhole]).toEqual([phase, "same", undefined, undefined, true]);
    expect(standing.phase).toBe(phase);
  });

  test("a journal that could not be written: the run failed there, and nothing is made up behind it", async () => {
    const journal = failingAt(5);
    const { rows, phase } = await recorded({ model: scriptedModel(ROUND), journal: () => journal });
    expect(rows.some(({ event }) => event.kind === "tape.unwritten")).toBe(true);
    expect([phase, await replayed({ rows })]).toMatchObject(["Failed", { result: "same", isWhole: true, rows: 5 }]);
  });

  test.each([false, true])(
    "a journal that fails while calls run, and while the model streams (%s)",
    async (streams) => {
      const slow = tool({
        name: "slow",
        description: "Takes its time.",
        args: z.strictObject({ ms: z.number() }),
        output: z.number(),
        run: ({ ms }) => new Promise<number>((resolve) => void setTimeout(() => resolve(ms), ms)),
      });
      const script = [calls([call("slow", { ms: 1 }), call("slow", { ms: 2 }), call("slow", { ms: 3 })]), say("done")];
      const results: unknown[] = [];
      for (let most = 3; most < 12; most++) {
        const journal = failingAt(most, "settled");
        const model = scriptedModel(script, { streams });
        const { rows, phase } = await recorded({ model, tools: toolSet(slow).build(), journal: () => journal });
        const { result, difference, isWhole } = await replayed({ rows });
        const isUnwritten = rows.some(({ event }) => event.kind === "tape.unwritten");
        if (!isUnwritten || phase !== "Failed" || result !== "same" || !isWhole)
          results.push({ most, phase, isUnwritten, result, isWhole, difference });
      }
      expect(results).toEqual([]);
    },
  );

  test("a session that was taken up after another run than the recorded one brings its rows with it", async () => {
    const clock = manualClock();
    const first = await recorded({ model: scriptedModel([say("first")]) });
    const tape = memoryJournal("edge", clock);
    const journal = memoryJournal("edge", clock, [...first.journal.rows]);
    const made = agent({
      model: scriptedModel(ROUND),
      budget: 9,
      tools: toolSet(echo).build(),
      journal: () => journal,
      record: () => tape,
    });
    await made.resume("edge", { input: "more" }).result;
    expect(await replayed({ rows: tape.rows })).toMatchObject({ result: "same", runs: 1, isFromStart: false });
  });
});

describe("what cannot be replayed says why", () => {
  test.each(["disabled", "internal_processor"] as const)(
    "zero data retention (%s): the cassette holds digests, no word of the run (DESIGN 21)",
    async (mode) => {
      const state = mkdtempSync(join(folder, "sealed-"));
      const { cassette } = stateIn(state);
      const governance = {
        ...CLOSED_SPEC.governance,
        observability: { mode, processors: mode === "disabled" ? [] : ["own"] },
        package: { name: "p", version: "1", integrity: digestJson(sha256, 1) },
      };
      const model = scriptedModel([call("echo", { text: "canary-in-a-tool" }), say("canary-in-a-reply")]);
      const made = agent({ model, budget: 5, tools: toolSet(echo).build(), spec: { governance }, record: cassette });
      await made.start("canary-in-an-input", { sessionId: "sealed" }).result;
      const text = readFileSync(join(state, "cassettes/sealed.jsonl"), "utf8");
      expect([text.includes("canary"), text.includes("tape.sealed")]).toEqual([false, true]);
      expect(await replayed(await cassetteOf(state, "sealed"))).toMatchObject({
        result: "refused",
        rows: 0,
        refusal: { code: "zero_retention" },
      });
    },
  );

  test("a tape that cannot be written fails the run, in a word", async () => {
    const { phase, journal } = await recorded({ model: scriptedModel(ROUND), record: () => failingAt(9) });
    expect(phase).toBe("Failed");
    // The session's own journal has what happened, and can be taken up.
    expect(journal.rows.length).toBeGreaterThan(2);
  });
});

function thrower(message: string) {
  const decide = (): never => {
    throw new Error(message);
  };
  return { onModelError: decide, onToolError: decide };
}

// A policy without types may answer anything.
const promised = (() => Promise.resolve({ kind: "Retry" })) as unknown as () => { kind: "Fail" };

function buggy(): Model {
  return { ref: "buggy/1", complete: () => Promise.reject(new TypeError("undefined is no function")) };
}

/** A journal that takes so many rows and no more: it says so at once, or when somebody waits for them, and from then on always. */
function failingAt(most: number, where: "append" | "settled" = "append"): Journal {
  const journal = memoryJournal("edge", manualClock());
  const isFull = (): boolean => journal.rows.length > most;
  let isFailed = false;
  const fail = (): Error => {
    isFailed = true;
    return new Error("the disk is full");
  };
  return {
    ...journal,
    append: (event) => {
      if (isFailed || (where === "append" && journal.rows.length >= most)) throw fail();
      return journal.append(event);
    },
    get isSettled() {
      return where === "append" || !isFull();
    },
    settled: () => (where === "settled" && isFull() ? Promise.reject(fail()) : Promise.resolve()),
  };
}
