import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import type { JournalEvent, JournalRow, ReplayReport } from "#ports";
import { changedLeaf, leavesOf } from "./replay-leaves.ts";
import { replayed } from "./replay-recorded.ts";
import { recordRich, rowsOf } from "./replay-rich.ts";

let rows: readonly JournalRow[] = [];

beforeAll(async () => {
  const { tape, phases } = await recordRich();
  expect(phases).toEqual(["Completed", "Completed"]);
  rows = rowsOf(tape);
});

/** What a tape is replayed to with one of its rows said otherwise. */
function replayedWith(at: number, event: unknown): Promise<ReplayReport> {
  const row = rows[at] ?? expect.fail();
  return replayed({ rows: rows.with(at, { ...row, event: event as JournalEvent }) });
}

/** What of a tape decides nothing: how long an answer took, what nobody asked, a number that the run gives anew. */
const DECIDES_NOTHING = new Set([
  "tape.checkpoint waited",
  "tape.guard waited",
  "tape.opened correlationId",
  "tape.opened ports.checkpoint",
  "tape.opened ports.streams",
  "tape.output waited",
  "tape.permission waited",
  "tape.prepared waited",
  "tape.ran value.seq",
  "tape.ran waited",
  "tape.reminded waited",
]);

/**
 * What comes to the same rows: a run that begins and is killed before its first row; a call that ended a little before, or behind, the row of
 * another one beside it.
 */
const HARMLESS = new Set([
  '["doubled","tape.opened","tape.row"]',
  '["moved","tape.given","tape.ran"]',
  '["moved","tape.row","tape.ran"]',
]);

describe("a run that takes something of everything: people, guardrails, views, reminders, sub-agents, an output's form", () => {
  test("has every kind of entry", () => {
    expect(new Set(rows.map(({ event }) => event.kind))).toEqual(
      new Set([
        "tape.opened",
        "tape.asked",
        "tape.replied",
        "tape.row",
        "tape.given",
        "tape.prepared",
        "tape.ran",
        "tape.permission",
        "tape.guard",
        "tape.checkpoint",
        "tape.view",
        "tape.rendered",
        "tape.output",
        "tape.decided",
        "tape.intended",
        "tape.reminded",
        "tape.ended",
      ]),
    );
  });

  test("replays to the same rows, the run that took it up too (R24)", async () => {
    const [first, second] = [await replayed({ rows }), await replayed({ rows })];
    expect(first).toMatchObject({ result: "same", runs: 2, isWhole: true, isFromStart: true });
    expect(second).toEqual(first);
  });

  test("an approval that was changed is named by its step: who gave it, and what it came to", async () => {
    const at = rows.findIndex(({ event }) => event.kind === "tape.given");
    const { event } = rows[at] ?? expect.fail();
    const by = await replayedWith(at, changedLeaf(event, ["event", "approval", "by"]));
    expect(by).toMatchObject({
      result: "differs",
      difference: { step: 1, what: "took a person's answer", path: "approvalRef" },
    });
    const judged = rows.findIndex((row) => row.event.kind === "tape.permission");
    const { event: verdict } = rows[judged] ?? expect.fail();
    const value = { ...(verdict["value"] as JsonObject), decision: "refused" };
    const refused = await replayedWith(judged, { ...verdict, value });
    expect(refused).toMatchObject({ result: "differs", difference: { step: 1, recorded: expect.any(String) } });
  });

  test("whatever is changed on its tape is noticed, unless it decides nothing", { timeout: 120_000 }, async () => {
    const unseen = new Set<string>();
    const tried = new Set<string>();
    for (const [at, { event }] of rows.entries())
      for (const path of leavesOf(event)) {
        const inside = event["event"] as JsonObject | undefined;
        const place = path.map((part) => (typeof part === "number" ? "#" : part)).join(".");
        const name = `${event.kind} ${place}`;
        // Once for each place of each kind of row, in each run.
        const once = `${name} ${JSON.stringify(inside?.["kind"])} ${event.kind === "tape.opened" ? at : ""}`;
        if (tried.has(once) || place === "kind") continue;
        tried.add(once);
        const { result } = await replayedWith(at, changedLeaf(event, path));
        if (result === "same") unseen.add(name);
      }
    expect(tried.size).toBeGreaterThan(300);
    expect([...unseen].filter((name) => !DECIDES_NOTHING.has(name))).toEqual([]);
  });

  test("a recording that was cut anywhere replays as far as it goes", { timeout: 60_000 }, async () => {
    const results: unknown[] = [];
    for (let length = 1; length < rows.length; length++) {
      const { result, isWhole, refusal, difference } = await replayed({ rows: rows.slice(0, length) });
      const isEnd = rows[length - 1]?.event.kind === "tape.ended";
      if (result !== "same" || isWhole !== isEnd) results.push({ length, result, isWhole, refusal, difference });
    }
    expect(results).toEqual([]);
  });

  test("a row that is missing, doubled or moved is noticed", { timeout: 60_000 }, async () => {
    const same: unknown[] = [];
    for (let at = 0; at < rows.length - 1; at++) {
      const [row, next] = [rows[at], rows[at + 1]];
      if (row === undefined || next === undefined || row.event.kind === "tape.ended") continue;
      for (const [how, changed] of [
        ["missing", rows.toSpliced(at, 1)],
        ["doubled", rows.toSpliced(at, 0, row)],
        ["moved", rows.toSpliced(at, 2, next, row)],
      ] as const) {
        const { result } = await replayed({ rows: changed });
        if (result === "same") same.push([how, row.event.kind, next.event.kind]);
      }
    }
    expect(same.map((row) => JSON.stringify(row)).filter((row) => !HARMLESS.has(row))).toEqual([]);
  });
});
