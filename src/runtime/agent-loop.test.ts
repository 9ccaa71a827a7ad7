import * as z from "zod";
import { describe, expect, test } from "vitest";
import { bindValues, catalogRow, CLOSED_SPEC, parseBudget, type Json } from "#kernel";
import { memoryJournal } from "#memory";
import { call, calls, say, scriptedModel, type Script } from "#models";
import { sha256, utf8 } from "#platform";
import type { AgentEvent } from "#ports";
import { agentLoop, failFast, harnessPolicy, plainText, Run, type BoundPolicy } from "#runtime";
import { tool, toolDesk, toolSet, openWorkspace } from "#tools";
import { checkEventCardinality, checkEventOrder, manualClock } from "../testing/index.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";

const root = temporaryFolder();
const add = tool({
  name: "add",
  description: "Adds.",
  args: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

function start(script: Script, policy: BoundPolicy = failFast, steps = 20) {
  const clock = manualClock();
  const set = toolSet(add).build();
  const catalog = set.tools.map((entry) => catalogRow({ ...entry, examples: [...entry.examples] }, sha256));
  const bound = bindValues(
    {
      ...CLOSED_SPEC,
      catalog,
      toolPolicy: { allow: ["add"] },
      transportPolicy: { parallelToolCalls: true, order: "any" },
      stopPolicy: { maxTurns: 1000, checkpoints: [] },
      governance: { ...CLOSED_SPEC.governance, package: { name: "library", version: "1.0.0", integrity: "sha512-x" } },
    },
    sha256,
    set.tools.flatMap((entry): Json[] => [entry.schema, [...entry.examples]]),
  );
  if (!bound.admitted) throw new Error(JSON.stringify(bound.refusal.violations));
  const budget = parseBudget({ steps });
  if (!budget.ok) throw new Error(budget.reason);
  const events: AgentEvent[] = [];
  const journal = memoryJournal("s-1", clock);
  const model = scriptedModel(script);
  const run = new Run({
    sessionId: "s-1",
    correlationId: "c-1",
    sha256,
    utf8,
    clock,
    model,
    desk: toolDesk({ set, workspace: openWorkspace(root, { role: "agent" }), clock, onThrow: policy.onThrow }),
    journal,
    policies: bound.next,
    specDigest: "sha256:0",
    toolValues: [],
    mode: { mode: "json" },
    pattern: "chain",
    system: "",
    policy,
    budget: budget.budget,
    limits: { requestTokens: 100_000, outputTokens: 4096, repetitions: 5 },
    permissions: undefined,
    guards: [],
    output: plainText,
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
  });
  run.userInput = "go";
  run.history.addUser("go");
  return { run, events, journal, model };
}

describe("the loop cases of 002", () => {
  test("no tool", async () => {
    const { run, events } = start([say("4")]);
    const end = await agentLoop(run);
    expect(end).toMatchObject({ phase: "Completed", output: "4" });
    expect([checkEventOrder(events), checkEventCardinality(events)]).toEqual([[], []]);
  });

  test("one hop, and many", async () => {
    const sums = calls([call("add", { a: 1, b: 2 }), call("add", { a: 3, b: 4 })]);
    const { run, events } = start([call("add", { a: 1, b: 2 }), sums, say("done")]);
    const end = await agentLoop(run);
    expect(end).toMatchObject({ phase: "Completed", output: "done" });
    expect([checkEventOrder(events), checkEventCardinality(events)]).toEqual([[], []]);
  });

  test("malformed recovery", async () => {
    const { run, events } = start([call("add", { a: "x" }), call("add", { a: 1, b: 2 }), say("3")], harnessPolicy);
    const end = await agentLoop(run);
    expect(end).toMatchObject({ phase: "Completed", output: "3" });
    expect([checkEventOrder(events), checkEventCardinality(events)]).toEqual([[], []]);
  });
});
