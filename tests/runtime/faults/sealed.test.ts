import { expect, test } from "vitest";
import { agent, auditSession, toolSet } from "../../../src/index.ts";
import type { AgentEvent } from "#ports";
import {
  call,
  checkEventCardinality,
  checkEventOrder,
  checkLegalHistory,
  manualClock,
  say,
  scriptedModel,
} from "../../../src/testing/index.ts";
import { add } from "../play.ts";
import { FailingJournal } from "./failing-journal.ts";

const SEALED = "after row row.sealed";
const FAULTS = ["somebody cancels", "the disk is full", "an observer throws", "nothing"] as const;

/** A session whose content may not be kept, hit at the n-th of its sealed rows. */
async function played(fault: (typeof FAULTS)[number], nth: number) {
  let sealed = 0;
  let isHit = false;
  const hit = (): void => {
    isHit = true;
    if (fault === "somebody cancels") run.cancel();
    if (fault === "the disk is full") journal.fill();
  };
  const clock = manualClock();
  const journal: FailingJournal = new FailingJournal("s-1", {
    clock,
    rows: [],
    at: (point) => {
      if (point === SEALED && ++sealed === nth) hit();
    },
  });
  const made = agent({
    model: scriptedModel([call("add", { a: 1234321, b: 1 }), say("SECRET REPLY")]),
    tools: toolSet(add).build(),
    budget: 5,
    spec: { governance: { observability: { mode: "disabled", processors: [] } } },
    journal: () => journal,
    sinks: [
      () => {
        if (isHit && fault === "an observer throws") throw new Error("an observer's own trouble");
      },
    ],
  });
  const run = made.start("SECRET INPUT", { sessionId: "s-1" });
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  return { result, events, rows: journal.durable, sealed, isHit };
}

const { sealed: count } = await played("nothing", 0);

test("a session that may keep no content seals its rows: there is something to hit", () => {
  expect(count).toBe(10);
});

test.each(FAULTS.flatMap((fault) => Array.from({ length: count }, (_, at) => [fault, at + 1] as const)))(
  "%s behind sealed row %i: a typed end, legal history and events, no content kept, nothing that an audit minds (R09, R11)",
  async (fault, nth) => {
    const { result, events, rows, isHit } = await played(fault, nth);
    const expected = {
      // The last sealed row closes the turn of the answer: from there on the run is done.
      "somebody cancels": nth === count ? "Completed" : "Interrupted",
      "the disk is full": "Failed",
      "an observer throws": "Completed",
      nothing: "Completed",
    };
    expect([isHit, result.phase]).toEqual([true, expected[fault]]);
    expect(checkLegalHistory(result.finalMessages)).toEqual([]);
    expect([...checkEventOrder(events), ...checkEventCardinality(events)]).toEqual([]);
    expect(JSON.stringify(rows)).not.toMatch(/SECRET|1234321/);
    expect(auditSession(rows).first).toBeUndefined();
  },
);
