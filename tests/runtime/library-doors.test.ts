import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as library from "../../src/index.ts";
import { agent, type AgentEvent, exportHistory, openFileJournal, readFileJournal, replay } from "../../src/index.ts";
import { manualClock, memoryJournal, say, scriptedModel } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = mkdtempSync(join(temporaryFolder(), "doors-"));

test("a cassette is read and replayed by what the library exports (R24)", async () => {
  const path = join(folder, "s1.jsonl");
  const made = agent({
    model: scriptedModel([say("done")]),
    budget: 2,
    record: (sessionId) => openFileJournal({ path, sessionId, sync: "never" }),
  });
  const { finalMessages } = await made.start("go", { sessionId: "s1" }).result;
  expect(await replay(await readFileJournal(path))).toMatchObject({ result: "same", isWhole: true });
  expect(exportHistory({ system: "", messages: finalMessages }, "markdown").text).toContain("done");
});

test("what nobody outside can use is not exported", () => {
  expect(Object.keys(library).filter((name) => ["Run", "agentLoop", "beginRun"].includes(name))).toEqual([]);
});

test("what a sink throws is told, and how much waits for a reader is said", async () => {
  const told: unknown[] = [];
  const sink = (): void => {
    throw new Error("a bad sink");
  };
  const made = agent({
    model: scriptedModel([say("done")]),
    budget: 2,
    sinks: [sink],
    onSinkError: (error) => told.push(error),
    queueLimit: 1,
  });
  const heard: AgentEvent[] = [];
  for await (const event of made.start("go")) heard.push(event);
  expect(told).toEqual([new Error("a bad sink")]);
  expect(heard.length).toBeGreaterThan(0);
  expect(() => agent({ model: scriptedModel([]), budget: 1, queueLimit: 0 })).toThrow(/queueLimit is 0/);
});

test.each([{ steps: -3 }, { steps: 1.5 }, { steps: 1, tokens: Number.NaN }])(
  "a share that is no amount is refused when the agent is made: %o (R05)",
  (share) => {
    const helper = {
      name: "helper",
      description: "Helps.",
      agent: agent({ model: scriptedModel([]), budget: 1 }),
      share,
    };
    expect(() => agent({ model: scriptedModel([]), budget: 1, agents: [helper] })).toThrow(/the share of helper: /);
  },
);

test("one value of governance is changed, the package and the guardrails stay (R25)", async () => {
  const guards = [{ id: "g", stage: "output", check: () => false } as const];
  const bound = async (spec: NonNullable<library.AgentOptions["spec"]>): Promise<unknown> => {
    const journal = memoryJournal("s1", manualClock());
    await agent({ model: scriptedModel([say("x")]), budget: 1, guards, spec, journal: () => journal }).start("go", {
      sessionId: "s1",
    }).result;
    const row = journal.rows.find(({ event }) => event.kind === "policies.bound")?.event;
    return (row?.["spec"] as library.JsonObject | undefined)?.["governance"];
  };
  const plain = await bound({});
  expect(plain).toMatchObject({ package: { name: "tusk-harness/library" }, riskTier: "low" });
  const changed = await bound({ governance: { riskTier: "moderate", controlProfiles: { moderate: {} } } });
  expect(changed).toEqual({ ...(plain as object), riskTier: "moderate", controlProfiles: { moderate: {} } });
});
