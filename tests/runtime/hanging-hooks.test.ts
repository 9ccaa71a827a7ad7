import { describe, expect, test } from "vitest";
import type { ModelChunk } from "#ports";
import { type AgentOptions, memoryJournal } from "../../src/index.ts";
import { call, calls, manualClock, say, scriptedModel } from "../../src/testing/index.ts";
import { replayed } from "./replay-recorded.ts";
import { auditOf, ended, setOf, stage, textTool } from "./staged.ts";

const note = textTool("note", (text) => `noted ${text}`);
const two = calls([call("note", { text: "a" }), call("note", { text: "b" })]);

/** Says that it was begun, and never comes to an end, whatever its signal says. */
type Hang = <T>() => Promise<T>;

const model = scriptedModel([]);

/** Hooks that hang while a step is under way. */
const HOOKS: readonly (readonly [string, (hang: Hang) => Partial<AgentOptions>])[] = [
  ["a model", (hang) => ({ model: { ref: model.ref, complete: () => hang() } })],
  [
    "a model that streams",
    (hang) => ({
      model: {
        ref: model.ref,
        complete: () => hang(),
        async *stream(): AsyncGenerator<ModelChunk, void, undefined> {
          yield { kind: "text.delta", text: "a" };
          await hang();
        },
      },
    }),
  ],
  ["a guardrail before the calls", (hang) => ({ guards: [{ id: "g", stage: "pre_flight", check: () => hang() }] })],
  ["a guardrail on what came out", (hang) => ({ guards: [{ id: "g", stage: "output", check: () => hang() }] })],
  ["a keeper of permissions", (hang) => ({ permissions: () => ({ judge: () => hang() }) })],
  [
    "a checkpoint",
    (hang) => ({
      spec: { stopPolicy: { maxTurns: 9, checkpoints: [{ at: 1, kind: "look" }] } },
      checkpoint: () => hang(),
    }),
  ],
  [
    "the schema of the answer",
    (hang) => ({
      model: scriptedModel([say("1")]),
      output: { "~standard": { version: 1, vendor: "us", validate: () => hang<never>() } },
    }),
  ],
];

/** Hooks that hang before there is a step. */
const OPENERS: typeof HOOKS = [
  ["the opener of permissions", (hang) => ({ permissions: () => hang() })],
  ["the opener of the journal", (hang) => ({ journal: () => hang() })],
  ["the opener of the cassette", (hang) => ({ record: () => hang() })],
];

/** Plays a run that is called off while a hook hangs. */
async function calledOff(optionsOf: (hang: Hang) => Partial<AgentOptions>, more: Partial<AgentOptions> = {}) {
  const hang: Hang = () => {
    setImmediate(() => run.cancel("enough"));
    return new Promise(() => undefined);
  };
  const { start, journal } = stage([two, say("done")], { tools: setOf(note), ...more, ...optionsOf(hang) });
  const run = start();
  return { journal, ...(await ended(run)) };
}

describe("a run that is called off ends at once, whatever hangs (R09)", () => {
  test.each(HOOKS)("%s: the step fails as cancelled, every call has its answer", async (_, optionsOf) => {
    const { result, events, broken, journal } = await calledOff(optionsOf);
    expect([result, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Interrupted", reason: expect.stringContaining("enough") as string },
      [],
      undefined,
    ]);
    expect(events.at(-1)).toMatchObject({ kind: "StepFailed", step: 1, error: "cancelled" });
    const last = result.finalMessages.at(-1);
    if (last?.role === "assistant") expect(last.blocks.every(({ kind }) => kind === "text")).toBe(true);
  });

  test.each(HOOKS)("%s: replays as it was", async (_, optionsOf) => {
    const tape = memoryJournal("s-1", manualClock());
    const { result } = await calledOff(optionsOf, { record: () => tape });
    expect([result.phase, await replayed({ rows: tape.rows })]).toMatchObject(["Interrupted", { result: "same" }]);
  });

  test.each(OPENERS)("%s: nothing has happened", async (_, optionsOf) => {
    const { result, events, journal } = await calledOff(optionsOf);
    expect(result).toMatchObject({ phase: "Interrupted", steps: 0, reason: "the run was cancelled: enough" });
    expect([events, journal.rows]).toEqual([[], []]);
  });

  test("a journal that is opened too late is closed", async () => {
    const whole = memoryJournal("s-1", manualClock());
    const late = Promise.withResolvers<typeof whole>();
    const { result } = await calledOff((hang) => ({ journal: () => (void hang(), late.promise) }));
    const closed = new Promise<string>((resolve) => {
      late.resolve({ ...whole, close: async () => resolve("closed") });
    });
    expect([result.phase, await closed]).toEqual(["Interrupted", "closed"]);
  });

  test("what abandoned work comes to is nobody's: a rejection, an answer, a question", async () => {
    const late = Promise.withResolvers<never>();
    const { result, journal } = await calledOff((hang) => ({
      permissions: (seat) => ({
        judge: async ({ toolCallId, tool, args }) => {
          void hang();
          await late.promise.catch(() => undefined);
          seat.asked({ toolCallId, tool, args, ruleId: "r", reasons: [], expiresAt: "2026-01-01T00:00:00Z" });
          await seat.keep({} as never);
          throw new Error("too late");
        },
      }),
    }));
    const before = journal.rows.length;
    late.reject(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
    expect([result.phase, journal.rows.length, auditOf(journal.rows)]).toEqual(["Interrupted", before, undefined]);
  });
});
