import * as z from "zod";
import { type Handoff, type ReceivedHandoff, receiveHandoff } from "#kernel";
import { memoryWitnesses } from "#memory";
import { sha256 } from "#platform";
import type { JournalRow } from "#ports";
import { agent, harnessPolicy, memoryJournal, type MemoryJournal, tool, toolSet } from "../../src/index.ts";
import { call, calls, failure, manualClock, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { sampleHandoff } from "../support/sample-handoff.ts";
import { openPermissions } from "../../src/tools-door.ts";

const RULES = {
  schema: 1,
  kind: "tusk.permissions.v1",
  id: "replay",
  rules: [
    { id: "ask-first", effect: "ask", tools: ["add"], why: "somebody looks" },
    { id: "others", effect: "allow", tools: ["slow", "broken", "helper"], why: "harmless" },
  ],
};

const SCRIPT: Script = [
  calls([call("add", { n: 1 }), call("slow", { n: 2 })]),
  failure(),
  call("add", { n: "x" }),
  calls([call("helper", { task: "count" }), call("helper", { task: "count again" })]),
  calls([call("broken", { n: 1 }), call("slow", { n: 3 })]),
  say("not JSON"),
  say('{"sum":3}'),
];

const KEY = z.strictObject({ n: z.number() });
const tools = toolSet(
  tool({ name: "add", description: "Adds.", args: KEY, output: z.number(), run: ({ n }) => n + 1 }),
  tool({
    name: "slow",
    description: "Adds later.",
    args: KEY,
    output: z.number(),
    run: ({ n }) => new Promise<number>((resolve) => void setTimeout(() => resolve(n + 0.5), 2)),
  }),
  tool({
    name: "broken",
    description: "Breaks.",
    args: KEY,
    output: z.number(),
    run: () => {
      throw new TypeError("it broke");
    },
  }),
).build();

/** A run that takes something of everything that the world can give, in memory: two runs of one session on one tape. */
export async function recordRich(): Promise<{ readonly tape: MemoryJournal; readonly phases: readonly string[] }> {
  const clock = manualClock();
  const first = memoryJournal("rich", clock);
  const tape = memoryJournal("rich", clock);
  const phases = [await playRich("start", first, tape)];
  const second = memoryJournal("rich", clock, [...first.rows]);
  const longer = memoryJournal("rich", clock, [...tape.rows]);
  phases.push(await playRich("resume", second, longer));
  return { tape: longer, phases };
}

function handed(change: Partial<Handoff> = {}): ReceivedHandoff {
  const handoff = sampleHandoff(change);
  const receiving = receiveHandoff(handoff, handoff.artifacts, sha256);
  if (!receiving.ok) throw new Error(receiving.problem);
  return receiving.received;
}

/** Rows as a file would give them back. */
export function rowsOf(tape: MemoryJournal): readonly JournalRow[] {
  return tape.rows.map((row, seq) => ({ ...row, seq }));
}

async function playRich(kind: "start" | "resume", journal: MemoryJournal, tape: MemoryJournal): Promise<string> {
  const helper = agent({ model: scriptedModel([say("two")]), budget: 2 });
  const made = agent({
    model: scriptedModel(kind === "start" ? SCRIPT : [call("slow", { n: 9 }), say('{"sum":4}')], { streams: true }),
    budget: { steps: 20, tokens: 10_000 },
    tools,
    agents: [{ name: "helper", description: "Counts.", agent: helper, share: { steps: 2, tokens: 100 } }],
    policy: harnessPolicy,
    output: z.object({ sum: z.number() }),
    journal: () => journal,
    record: () => tape,
    witnesses: memoryWitnesses(),
    spec: {
      stopPolicy: { maxTurns: 20, checkpoints: [{ at: 4, kind: "look" }] },
    },
    guards: [
      { id: "g-before", stage: "pre_flight", check: () => false },
      { id: "g-after", stage: "output", check: async () => false },
    ],
    views: [
      { viewId: "plan", view: ({ stepCount }) => ({ stepCount }), render: (view) => `plan ${JSON.stringify(view)}` },
    ],
    checkpoint: async () => ({ decision: "approved", by: "ada" }),
    children: {
      open: async ({ sessionId }) => {
        const issueId = `bd-${sessionId}`;
        return { issueId, received: handed({ issueId }), closes: { action: "issue.close", args: { id: issueId } } };
      },
      close: async ({ issueId }) => ({ outcome: "left_open", note: `${issueId} stays open` }),
    },
    intends: ({ results }) => {
      const inputs = results.filter(({ outcome }) => outcome === "ok").map(({ toolCallId }) => toolCallId);
      return inputs.length === 0 ? undefined : { summary: { ref: "summary://1", inputs } };
    },
    permissions: (seat) =>
      openPermissions({
        ...seat,
        rules: RULES,
        root: "/",
        approver: async () => ({ decision: "approved", scope: "session", by: "ada" }),
      }),
  });
  const run =
    kind === "start"
      ? made.start("sum up", { sessionId: "rich", handoffIn: handed() })
      : made.resume("rich", { input: "once more" });
  for await (const event of run) if (event.kind === "StepClosed" && event.step === 1) run.remind("be brief");
  const result = await run.result;
  return result.phase === "Failed" ? `Failed: ${result.error.message}` : result.phase;
}
