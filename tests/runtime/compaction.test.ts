import { describe, expect, test } from "vitest";
import { COMPACTION_ITEMS, digestText, type SessionEvent } from "#kernel";
import { sha256 } from "#platform";
import type { JournalRow } from "#ports";
import { memoryJournal } from "../../src/index.ts";
import { call, manualClock, say, type Script } from "../../src/testing/index.ts";
import { replayed } from "./replay-recorded.ts";
import { auditOf, ended, eventsOf, rowsOf, setOf, stage, textTool } from "./staged.ts";

const echo = textTool("echo", (text) => text.repeat(40));
const LONG: Script = (_request, turn) => (turn < 12 ? call("echo", { text: `part ${turn}` }) : say("done"));
const tools = setOf(echo);
const carry = [...COMPACTION_ITEMS];

describe("compaction is a typed fallback that is checked for continuity (R23)", () => {
  test("a turn whose request has no room says what was left out and what was carried; the gate and the audit hold it to that", async () => {
    const here = stage(LONG, { tools, requestTokens: 600, spec: { compactionPolicy: { carry } } });
    const { result } = await ended(here.start("the task"));
    expect([result.phase, auditOf(here.journal.rows)]).toEqual(["Completed", undefined]);
    const started = rowsOf(here.journal.rows, "step.started");
    const closed = rowsOf(here.journal.rows, "join.closed");
    const told = closed.map(({ closing }) => closing.compaction !== undefined);
    expect(told).toEqual(started.map(({ request }) => request.leftOut > 0));
    expect(told.filter(Boolean).length).toBeGreaterThan(3);
    const compaction = closed.at(-1)?.closing.compaction;
    expect(compaction?.carried.map(({ item }) => item)).toEqual(carry);
    const all = closed.flatMap(({ closing }) =>
      closing.compaction === undefined ? [] : [closing.compaction.replaced[0]],
    );
    expect(new Set(all).size).toBeGreaterThan(3);
    // The task is carried through all of them.
    const tasks = closed.flatMap(
      ({ closing }) => closing.compaction?.carried.filter(({ item }) => item === "task") ?? [],
    );
    expect(new Set(tasks.map(({ digest }) => digest)).size).toBe(1);
  });

  test("an item that nobody can carry does not let the turn close (runtime.compaction_state_invalid)", async () => {
    const here = stage(LONG, { tools, requestTokens: 600, spec: { compactionPolicy: { carry: ["task", "mood"] } } });
    const { result } = await ended(here.start());
    expect(result).toMatchObject({
      phase: "Failed",
      refusal: { violations: [{ class: "runtime.compaction_state_invalid", subject: "mood" }] },
    });
  });

  test("without a policy messages are left out as before, and nothing is said of it", async () => {
    const here = stage(LONG, { tools, requestTokens: 600 });
    const { result } = await ended(here.start());
    expect([result.phase, auditOf(here.journal.rows)]).toEqual(["Completed", undefined]);
    expect(rowsOf(here.journal.rows, "step.started").some(({ request }) => request.leftOut > 0)).toBe(true);
    expect(rowsOf(here.journal.rows, "join.closed").some(({ closing }) => closing.compaction !== undefined)).toBe(
      false,
    );
  });

  test("it is the same when the session is taken up and somebody says more, and when the run is replayed (R24)", async () => {
    const tape = memoryJournal("s-1", manualClock());
    const options = { tools, requestTokens: 600, spec: { compactionPolicy: { carry } } };
    const here = stage(LONG, { ...options, record: () => tape });
    await ended(here.start("the task"));
    expect(await replayed({ rows: tape.rows })).toMatchObject({ result: "same", isWhole: true });
    const { result } = await ended(here.resume({ input: "and now this" }, { record: undefined as never }));
    expect([result.phase, auditOf(here.journal.rows)]).toEqual(["Completed", undefined]);
    const last = rowsOf(here.journal.rows, "join.closed").at(-1)?.closing.compaction;
    const words = last?.carried.find(({ item }) => item === "words");
    expect(words?.digest).toBe(digestText(sha256, "and now this"));
  });

  test("a row that says something else of it, or nothing, is found (M14)", async () => {
    const here = stage(LONG, {
      tools,
      requestTokens: 600,
      spec: { compactionPolicy: { carry } },
      evidence: "on_demand",
    });
    await ended(here.start("the task"));
    const row = (event: SessionEvent, seq: number): JournalRow => ({ seq, at: "" as never, event: event as never });
    const forged = eventsOf(here.journal.rows).map((event) => {
      if (event.kind !== "join.closed") return event;
      const { compaction: _gone, ...closing } = event.closing;
      return { ...event, closing };
    });
    expect(auditOf(forged.map(row))).toMatchObject({
      what: "join.closed: what it says of the messages that were left out is not what the rows say",
    });
  });
});
