import * as z from "zod";
import { describe, expect, test } from "vitest";
import { auditSession, readToolText } from "#kernel";
import { memoryJournal } from "#memory";
import { call, calls, type Script, say, scriptedModel } from "#models";
import { sha256, utf8 } from "#platform";
import type { JournalRow } from "#ports";
import { tool, toolSet } from "#tools";
import { agent, type AgentOptions, harnessPolicy } from "../../src/index.ts";
import { manualClock } from "../../src/testing/index.ts";

const add = tool({
  name: "add",
  description: "Adds.",
  args: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.number(),
  run: ({ a, b }) => {
    if (a === 13) throw new Error("it broke");
    return a + b;
  },
});
const BOTH = calls([call("add", { a: 1, b: 2 }), call("add", { a: 0.1, b: 0.2 })]);

/** Rows as a file gives them back. */
function stored(rows: readonly JournalRow[]): readonly JournalRow[] {
  return rows.map((row) => {
    const reading = readToolText(JSON.stringify(row.event), utf8);
    return reading.ok ? { ...row, event: reading.value as JournalRow["event"] } : expect.fail();
  });
}

interface Playing {
  readonly script: Script;
  readonly options?: Partial<AgentOptions>;
  readonly before?: readonly JournalRow[];
  readonly cancelAfter?: string;
}

/** Plays a run, from its beginning or from the rows that another one left; gives every row that there is then. */
async function played({ script, options = {}, before = [], cancelAfter }: Playing): Promise<readonly JournalRow[]> {
  const journal = memoryJournal("s-1", manualClock(), before);
  const made = agent({
    model: scriptedModel(script),
    tools: toolSet(add).build(),
    budget: 20,
    policy: harnessPolicy,
    journal: (sessionId) => (sessionId === "s-1" ? journal : memoryJournal(sessionId, manualClock())),
    evidence: "each_turn",
    ...options,
  });
  const run = before.length === 0 ? made.start("go", { sessionId: "s-1" }) : made.resume("s-1", { input: "go on" });
  for await (const { kind } of run) if (kind === cancelAfter) run.cancel("enough");
  await run.result;
  return journal.rows;
}

function audit(rows: readonly JournalRow[]) {
  return auditSession(stored(rows), { sha256, utf8 });
}

function kindsIn(rows: readonly JournalRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ event }) => event.kind));
}

describe("what a run writes, the audit finds nothing in (M14)", () => {
  const cases: readonly (readonly [string, Playing, readonly string[]])[] = [
    ["calls side by side", { script: [BOTH, say("done")] }, ["tools.requested", "join.closed"]],
    ["a tool that breaks, answered", { script: [call("add", { a: 13, b: 1 }), say("done")] }, ["tool.settled"]],
    [
      "a tool that breaks, raised",
      { script: [call("add", { a: 13, b: 1 })], options: { policy: { ...harnessPolicy, onThrow: "raise" } } },
      ["session.ended"],
    ],
    ["a call that cannot be used", { script: [call("add", {}), say("done")] }, ["turn.refused", "note.added"]],
    ["a tool that nobody has", { script: [call("subtract", {}), say("done")] }, ["turn.refused"]],
    ["a budget that is used up", { script: [BOTH, BOTH, BOTH], options: { budget: 2 } }, ["session.ended"]],
    ["a run that is called off", { script: [BOTH, BOTH, say("x")], cancelAfter: "ToolCompleted" }, ["session.ended"]],
    [
      "guards before and after",
      {
        script: [BOTH, say("done")],
        options: {
          guards: [
            { id: "first", stage: "pre_flight", check: () => false },
            { id: "last", stage: "output", check: () => false },
          ],
        },
      },
      ["tools.requested", "join.closed"],
    ],
    [
      "a guard that triggers",
      {
        script: [BOTH, say("done")],
        options: { guards: [{ id: "first", stage: "pre_flight", check: () => true }] },
      },
      ["session.ended"],
    ],
    [
      "a reply in text, by a profile",
      {
        script: [say('```tool\n{"tool":"add","args":{"a":1,"b":2}}\n```'), say("done")],
        options: { mode: { mode: "text", adapterProfile: "fenced_json.v1" } },
      },
      ["tools.requested", "tool.settled"],
    ],
    [
      "a checkpoint that somebody passed",
      {
        script: [BOTH, BOTH, say("done")],
        options: {
          spec: { stopPolicy: { maxTurns: 100, checkpoints: [{ at: 1, kind: "review" }] } },
          checkpoint: () => Promise.resolve({ decision: "approved", by: "ada" }),
        },
      },
      ["checkpoint.answered"],
    ],
    [
      "a sub-agent",
      {
        script: [call("helper", { task: "x" }), say("done")],
        options: {
          agents: [
            {
              name: "helper",
              description: "Helps.",
              agent: agent({ model: scriptedModel([say("help")]), budget: 3 }),
              share: { steps: 3 },
            },
          ],
        },
      },
      ["budget.allotted", "budget.returned"],
    ],
  ];

  test.each(cases)("%s", async (_name, playing, kinds) => {
    const rows = await played(playing);
    expect(audit(rows).first).toBeUndefined();
    expect(kinds.filter((kind) => !kindsIn(rows).has(kind))).toEqual([]);
  });

  test("killed after any row and taken up again (R11)", async () => {
    const script = [BOTH, call("add", {}), call("add", { a: 13, b: 1 }), say("done")];
    const rows = await played({ script });
    expect(rows.length).toBeGreaterThan(20);
    for (let length = 1; length < rows.length; length++) {
      const before = stored(rows.slice(0, length));
      const after = await played({ script: [BOTH, say("done")], before });
      expect([length, audit(after).first, after.at(-1)?.event.kind]).toEqual([length, undefined, "session.ended"]);
    }
  });
});
