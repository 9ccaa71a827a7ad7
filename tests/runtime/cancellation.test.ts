import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { AgentEvent } from "#ports";
import { type AgentOptions, type AgentRun, tool } from "../../src/index.ts";
import { call, calls, hang, partial, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { latch } from "./latch.ts";
import { auditOf, ended, type Ended, eventsOf, setOf, stage, textTool } from "./staged.ts";

const note = textTool("note", (text) => `noted ${text}`);
const two = calls([call("note", { text: "a" }), call("note", { text: "b" })]);
const script: Script = [two, say("done")];

/** Plays a run that is called off when `at` says so; its rows hold, and a later run takes it up to its end. */
async function calledOff(
  parts: { readonly script?: Script; readonly options?: Partial<AgentOptions>; readonly rest?: Script },
  at: (event: AgentEvent) => boolean,
): Promise<Ended & { readonly rows: readonly string[] }> {
  const { journal, start, resume } = stage(parts.script ?? script, { tools: setOf(note), ...parts.options });
  const run = start();
  const first = await ended(run, (event) => {
    if (at(event)) run.cancel("enough");
  });
  expect([first.result.phase, first.broken, auditOf(journal.rows)]).toEqual(["Interrupted", [], undefined]);
  const rows = eventsOf(journal.rows).map(({ kind }) => kind);
  const second = await ended(
    resume({ input: "go on" }, { ...parts.options, model: scriptedModel(parts.rest ?? [say("all done")]) }),
  );
  expect([second.result, second.broken, auditOf(journal.rows)]).toMatchObject([
    { phase: "Completed", output: "all done" },
    [],
    undefined,
  ]);
  return { ...first, rows };
}

describe("cancellation is looked at between all phases (R01, R09, R13)", () => {
  test.each(["StepStarted", "ModelResponded", "ToolDispatched", "ToolCompleted"] as const)(
    "on %s: the step fails as cancelled, the run is Interrupted, every call has an answer",
    async (kind) => {
      const { events, result } = await calledOff({}, (event) => event.kind === kind);
      expect(events.at(-1)).toMatchObject({ kind: "StepFailed", step: 1, error: "cancelled" });
      const last = result.finalMessages.at(-1);
      const asked = result.finalMessages.some(({ role }) => role === "assistant");
      expect(last?.role === "tool" ? last.answers.length : 0).toBe(asked ? 2 : 0);
    },
  );

  test("on StepClosed: the step stays closed, and no other begins", async () => {
    const { events, result } = await calledOff({}, ({ kind }) => kind === "StepClosed");
    expect([events.at(-1)?.kind, result.steps]).toEqual(["StepClosed", 1]);
  });

  test("before it begins: nothing is asked and nothing runs", async () => {
    const model = scriptedModel(script);
    const { start } = stage(script, { model, tools: setOf(note) });
    const { result, events } = await ended(start("go", { signal: AbortSignal.abort("too late") }));
    expect([result.phase, result.steps, events, model.requests]).toEqual(["Interrupted", 0, [], []]);
  });

  test("by the caller's signal while the model is silent", async () => {
    const controller = new AbortController();
    const { start } = stage([hang()]);
    const { result, events, broken } = await ended(start("go", { signal: controller.signal }), () =>
      controller.abort(),
    );
    expect([result.phase, events.at(-1), broken]).toMatchObject([
      "Interrupted",
      { kind: "StepFailed", error: "cancelled" },
      [],
    ]);
  });

  test("while the model streams: what has come is told, no reply is recorded", async () => {
    const model = scriptedModel([partial(say("a long answer that never ends"), { chunks: 1, ending: "hang" })], {
      streams: true,
    });
    const { rows, kinds } = await calledOff({ options: { model } }, ({ kind }) => kind === "TextDelta");
    expect([rows.includes("model.replied"), kinds]).toEqual([false, ["StepStarted", "TextDelta", "StepFailed"]]);
  });

  test("right on the successful completion of the last tool: its result stays, the step does not close", async () => {
    const { start, journal } = stage([call("last", { text: "x" }), say("never")], {
      tools: setOf(textTool("last", (text) => (run.cancel(), `did ${text}`))),
    });
    const run: AgentRun<string> = start();
    const { result, kinds, events, broken } = await ended(run);
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Interrupted", [], undefined]);
    expect(kinds.slice(-2)).toEqual(["ToolCompleted", "StepFailed"]);
    expect(events.at(-2)).toMatchObject({ outcome: "ok", shown: "did x" });
    expect(events.at(-1)).toMatchObject({ error: "cancelled" });
    expect(result.finalMessages.at(-1)).toMatchObject({ answers: [{ text: "did x", isFailure: false }] });
  });

  test("while tools run: they are told, their ends are `interrupted`, never `denied` (PEERS 3)", async () => {
    const started = latch();
    const slow = textTool("note", (_, { signal }) => {
      started.open();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    });
    const { start, journal } = stage(script, { tools: setOf(slow) });
    const run = start();
    void started.opened.then(() => run.cancel());
    const { events, result, broken } = await ended(run);
    const outcomes = events.flatMap((event) => (event.kind === "ToolCompleted" ? [event.outcome] : []));
    expect([result.phase, outcomes, broken, auditOf(journal.rows)]).toEqual([
      "Interrupted",
      ["interrupted", "interrupted"],
      [],
      undefined,
    ]);
  });

  test("between two calls that run one by one: the second one is not started", async () => {
    const ran: string[] = [];
    const { start } = stage([two], {
      tools: setOf(textTool("note", (text) => (ran.push(text), run.cancel(), "noted"))),
      spec: { transportPolicy: { parallelToolCalls: true, order: "strict" } },
    });
    const run: AgentRun<string> = start();
    const { result, broken } = await ended(run);
    expect([ran, result.phase, broken]).toEqual([["a"], "Interrupted", []]);
    expect(result.finalMessages.at(-1)).toMatchObject({ answers: [{ isFailure: false }, { isFailure: true }] });
  });

  test("while a schema judges arguments", async () => {
    const started = latch();
    const slow = tool({
      name: "note",
      description: "Slow to judge.",
      args: z.strictObject({ text: z.string() }).refine(() => {
        started.open();
        return new Promise<boolean>(() => undefined);
      }),
      output: z.string(),
      run: () => "never",
    });
    const { start, journal } = stage([call("note", { text: "x" })], { tools: setOf(slow) });
    const run = start();
    void started.opened.then(() => run.cancel());
    const { result, events, broken } = await ended(run);
    expect([result.phase, events.at(-1), broken, auditOf(journal.rows)]).toMatchObject([
      "Interrupted",
      { kind: "StepFailed", error: "cancelled" },
      [],
      undefined,
    ]);
  });

  test.each([
    [
      "a guardrail that gives up with its signal",
      (begun: () => void): Partial<AgentOptions> => ({
        guards: [{ id: "g", stage: "pre_flight", check: (_, signal) => (begun(), rejected(signal)) }],
      }),
    ],
    [
      "a checkpoint that gives up with its signal",
      (begun: () => void): Partial<AgentOptions> => ({
        spec: { stopPolicy: { maxTurns: 9, checkpoints: [{ at: 1, kind: "look" }] } },
        checkpoint: (_, signal) => (begun(), rejected(signal)),
      }),
    ],
    [
      "a question of permission that gives up with its signal",
      (begun: () => void): Partial<AgentOptions> => ({
        permissions: () => ({
          judge: async (_, signal) => {
            begun();
            await rejected<never>(signal).catch(() => undefined);
            return { permitted: false, evidence: { decision: "expired", ruleId: "r" }, why: "nobody answered" };
          },
        }),
      }),
    ],
  ])("while somebody is asked: %s", async (_, optionsOf) => {
    const begun = latch();
    const { start, journal } = stage([call("note", { text: "x" }), say("never")], {
      tools: setOf(note),
      ...optionsOf(begun.open),
    });
    const run = start();
    void begun.opened.then(() => run.cancel());
    const { result, events, broken } = await ended(run);
    expect([result.phase, events.at(-1), broken, auditOf(journal.rows)]).toMatchObject([
      "Interrupted",
      { kind: "StepFailed", error: "cancelled" },
      [],
      undefined,
    ]);
  });

  test("after the end it changes nothing: a completed run stays completed", async () => {
    const { start, journal } = stage([say("done")]);
    const run = start();
    const { result, kinds, broken } = await ended(run, ({ kind }) => {
      if (kind === "Completed" || kind === "StepClosed") run.cancel();
    });
    expect([result.phase, kinds.at(-1), broken, auditOf(journal.rows)]).toEqual([
      "Completed",
      "Completed",
      [],
      undefined,
    ]);
    expect(eventsOf(journal.rows).filter(({ kind }) => kind === "session.ended")).toMatchObject([
      { phase: "Completed" },
    ]);
  });

  test("a sink that calls the run off when it hears of the end does not change the end", async () => {
    const { start, journal } = stage([say("done")], {
      sinks: [({ kind }) => (kind === "Completed" ? run.cancel() : undefined)],
    });
    const run: AgentRun<string> = start();
    const { result } = await ended(run);
    expect(result.phase).toBe("Completed");
    expect(eventsOf(journal.rows).filter(({ kind }) => kind === "session.ended").length).toBe(1);
  });
});

function rejected<T>(signal: AbortSignal): Promise<T> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));
}
