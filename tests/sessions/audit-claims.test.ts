import * as fc from "fast-check";
import * as z from "zod";
import { beforeAll, describe, expect, test } from "vitest";
import { auditSession, canonicalJson, type JsonObject, readToolText } from "#kernel";
import { memoryJournal, memoryWitnesses } from "#memory";
import { call, calls, say, scriptedModel } from "#models";
import { sha256, utf8 } from "#platform";
import { openPermissions, tool, toolSet } from "#tools";
import { agent, harnessPolicy } from "../../src/index.ts";
import { manualClock } from "../../src/testing/index.ts";

const add = tool({
  name: "add",
  description: "Adds.",
  args: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const RULES = {
  schema: 1,
  kind: "tusk.permissions.v1",
  id: "r",
  rules: [
    { id: "ask", effect: "ask", tools: ["add"], why: "x" },
    { id: "own", effect: "allow", tools: ["helper"], why: "h" },
  ],
};

/** Every kind of claim in one session: an approval, a checkpoint, a share of the budget, witnesses. */
async function claiming(): Promise<readonly JsonObject[]> {
  const journal = memoryJournal("s-1", manualClock());
  const helper = agent({ model: scriptedModel([say("two")]), budget: 2 });
  const made = agent({
    model: scriptedModel([
      calls([call("add", { a: 1, b: 2 }), call("helper", { task: "t" })]),
      call("add", { a: 5, b: 5 }),
      say("done"),
    ]),
    tools: toolSet(add).build(),
    agents: [{ name: "helper", description: "Helps.", agent: helper, share: { steps: 2, tokens: 100 } }],
    budget: { steps: 20, tokens: 9999 },
    policy: harnessPolicy,
    witnesses: memoryWitnesses(),
    spec: { stopPolicy: { maxTurns: 20, checkpoints: [{ at: 1, kind: "look" }] } },
    checkpoint: () => Promise.resolve({ decision: "approved", by: "ada" }),
    permissions: (seat) =>
      openPermissions({
        ...seat,
        rules: RULES,
        root: "/",
        approver: () => Promise.resolve({ decision: "approved", scope: "once", by: "ada" }),
      }),
    journal: () => journal,
  });
  const result = await made.start("sum", { sessionId: "s-1" }).result;
  expect(result.phase).toBe("Completed");
  return journal.rows.map(({ event }) => event);
}

let rows: readonly JsonObject[] = [];
beforeAll(async () => {
  rows = await claiming();
});

function found(events: readonly JsonObject[]): string | undefined {
  return auditSession(
    events.map((event, seq) => ({ seq, event })),
    { sha256, utf8 },
  ).first?.what;
}

type Change = (event: JsonObject) => JsonObject;

/** The nth row of a kind, or every one, changed. */
function forged(kind: string, change: Change, nth?: number): readonly JsonObject[] {
  let at = 0;
  return rows.map((event) => (event["kind"] === kind && (nth === undefined || nth === at++) ? change(event) : event));
}

function without(event: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)));
}

const bare: Change = (event) => without(event, "evidenceDigest", "witnesses");
/** Rows whose evidence nobody digested: only what rows say of each other is left to hold them to. */
function undigested(change: Change): readonly JsonObject[] {
  return rows.map((event) => change(event["kind"] === "join.closed" ? bare(event) : event));
}

describe("what a row counts on stands in a row before it (M14)", () => {
  test("as the run wrote it", () => {
    expect(found(rows)).toBeUndefined();
    expect(found(undigested((event) => event))).toBeUndefined();
  });

  test.each([
    ["an approval that nobody gave", "approval.answered", /names the approval sha256:\w+, which no row before it gave/],
    ["a checkpoint that nobody let pass", "checkpoint.answered", /nobody has let checkpoint 1 pass/],
    ["a share that was not given", "budget.allotted", /was given no part of the budget/],
  ])("%s", (_name, kind, what) => {
    expect(found(rows.filter((event) => event["kind"] !== kind))).toMatch(what);
  });

  test("a checkpoint that was refused", () => {
    const refused = forged("checkpoint.answered", (event) => ({ ...event, decision: "refused" }));
    expect(found(refused)).toMatch(/nobody has let checkpoint 1 pass/);
  });

  test("an approval of another call", () => {
    const by = rows.find(({ kind }) => kind === "approval.answered") ?? expect.fail();
    const changed = forged("approval.answered", (event) => {
      return { ...event, approval: { ...(by["approval"] as JsonObject), by: "mallory" } };
    });
    expect(found(changed)).toMatch(/which no row before it gave/);
  });

  test("what comes back of a share comes once, and is no more than was given", () => {
    const twice = rows.flatMap((event) => (event["kind"] === "budget.returned" ? [event, event] : [event]));
    expect(found(twice)).toMatch(/came back before/);
    const more = forged("budget.returned", (event) => ({ ...event, left: { steps: 3, tokens: 1 } }));
    expect(found(more)).toMatch(/gives back more than it was given/);
  });
});

describe("what a row says of the session is what the rows come to (M14)", () => {
  test("what is left of the budget", () => {
    const usage = { inputTokens: 7, outputTokens: 0 };
    expect(found(forged("model.replied", (event) => ({ ...event, usage }), 0))).toMatch(/is left of the budget/);
    const spent = undigested((event) => (event["kind"] === "model.replied" ? { ...event, usage } : event));
    expect(found(spent)).toMatch(/is left of the budget/);
  });

  test("tool and arguments of a call", () => {
    const asked = (change: Change): readonly JsonObject[] =>
      undigested((event) => {
        if (event["kind"] !== "tools.requested") return event;
        return { ...event, requests: (event["requests"] as JsonObject[]).map(change) };
      });
    expect(found(asked((request) => ({ ...request, args: { a: 9, b: 9 } })))).toMatch(/has other arguments/);
    expect(found(asked((request) => ({ ...request, toolName: "helper" })))).toMatch(/the reply asks for add/);
  });

  test("evidence and witnesses of one turn are not taken out", () => {
    expect(found(forged("join.closed", bare, 0))).toMatch(/other turns name their evidence/);
    const unseen = forged("join.closed", (event) => without(event, "witnesses"), 1);
    expect(found(unseen)).toMatch(/some turns of its run name witnesses/);
  });

  test("a run that is completed has closed its last turn", () => {
    const last = rows.findLastIndex(({ kind }) => kind === "join.closed");
    const step = rows[last]?.["step"] ?? 0;
    const open = rows.with(last, { kind: "step.failed", step, error: "cancelled", reason: "x" });
    expect(found(open)).toMatch(/its last turn did not close/);
  });
});

test("arguments are held to what was written, whatever numbers they have", async () => {
  const number = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(-0))
    .filter((each) => !Number.isInteger(each) || Number.isSafeInteger(each));
  const note = tool({
    name: "note",
    description: "Notes.",
    args: z.looseObject({}),
    output: z.number(),
    run: () => 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(number, { maxLength: 4 }), fc.string(), async (list, text) => {
      const journal = memoryJournal("s-1", manualClock());
      const made = agent({
        model: scriptedModel([call("note", { list, text: text.toWellFormed() }), say("done")]),
        tools: toolSet(note).build(),
        budget: 9,
        policy: harnessPolicy,
        journal: () => journal,
      });
      await made.start("go", { sessionId: "s-1" }).result;
      const events = journal.rows.map(({ event }): JsonObject => {
        const reading = readToolText(canonicalJson(event), utf8);
        return reading.ok ? (reading.value as JsonObject) : expect.fail();
      });
      expect(events.some(({ kind }) => kind === "tools.requested")).toBe(true);
      expect(found(events)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});
