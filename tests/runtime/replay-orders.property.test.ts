import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { agent, harnessPolicy, memoryJournal, tool, ToolFailed, toolSet } from "../../src/index.ts";
import { call, calls, failure, manualClock, say, scriptedModel } from "../../src/testing/index.ts";
import { replayed } from "./replay-recorded.ts";

/** How a call ends: at once, or after so many turns of the promises, or of the machine's loop; and what it does then. */
const ending = fc.record({
  hops: fc.nat(4),
  loops: fc.constantFrom(0, 0, 0, 1, 2),
  end: fc.constantFrom("ok", "ok", "ok", "fail", "break", "cancel"),
});
const turn = fc.oneof(
  { weight: 6, arbitrary: fc.array(ending, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant("failure" as const) },
);
type Ending = typeof ending extends fc.Arbitrary<infer E> ? E : never;

const run = fc.record({
  turns: fc.array(turn, { maxLength: 6 }),
  streams: fc.boolean(),
  remindAt: fc.nat(20),
  cancelAt: fc.option(fc.nat(40)),
});
type Played = typeof run extends fc.Arbitrary<infer R> ? R : never;

/** Records a run whose calls end as they were drawn, called off and reminded by whoever hears so many events. */
async function record({ turns, streams, remindAt, cancelAt }: Played) {
  const stopper = new AbortController();
  const endings = turns.map((each) => (typeof each === "string" ? [] : each));
  const end = ({ end: how }: Ending): string => {
    if (how === "fail") throw new ToolFailed("NotFound", "there is none");
    if (how === "break") throw new TypeError("broken");
    if (how === "cancel") stopper.abort();
    return how;
  };
  const ends = tool({
    name: "ends",
    description: "Ends somehow.",
    args: z.strictObject({ turn: z.number(), at: z.number() }),
    output: z.string(),
    run: (args) => {
      const how = endings[args.turn]?.[args.at];
      if (how === undefined) throw new Error("nothing was drawn");
      return how.hops + how.loops === 0 ? end(how) : later(how).then(() => end(how));
    },
  });
  const script = turns.map((each, at) =>
    typeof each === "string" ? failure() : calls(each.map((_, n) => call("ends", { turn: at, at: n }))),
  );
  const clock = manualClock();
  const tape = memoryJournal("drawn", clock);
  const going = agent({
    model: scriptedModel([...script, say("done")], { streams }),
    budget: 20,
    tools: toolSet(ends).build(),
    policy: harnessPolicy,
    evidence: "each_turn",
    record: () => tape,
  }).start("go", { sessionId: "drawn", signal: stopper.signal });
  let heard = 0;
  for await (const event of going) {
    heard += 1;
    if (heard === cancelAt) stopper.abort();
    if (heard === remindAt && event.kind !== "Completed") remind(going);
  }
  const { phase } = await going.result;
  return { rows: tape.rows, phase };
}

function remind(going: { remind(text: string): void }): void {
  try {
    going.remind("be brief");
  } catch {
    // The run has ended before its reader came here.
  }
}

async function later({ hops, loops }: Ending): Promise<void> {
  for (let at = 0; at < loops; at++) await new Promise((resolve) => void setImmediate(resolve));
  for (let at = 0; at < hops; at++) await Promise.resolve();
}

test("in whatever order calls end, and whenever a run is called off or reminded, it replays to the same rows (R16, R24)", async () => {
  await fc.assert(
    fc.asyncProperty(run, async (drawn) => {
      const { rows, phase } = await record(drawn);
      const { result, difference, refusal, isWhole, standing } = await replayed({ rows });
      expect([result, difference, refusal, isWhole, standing.phase]).toEqual([
        "same",
        undefined,
        undefined,
        true,
        phase,
      ]);
    }),
    { numRuns: 150 },
  );
}, 120_000);
