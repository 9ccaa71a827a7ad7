import { describe, expect, test } from "vitest";
import { agent, type Idle, memoryJournal, type RunEnd, toolSet } from "../../src/index.ts";
import { call, manualClock, say, type Script, scriptedModel } from "../../src/testing/index.ts";
import { add } from "./play.ts";

const SCRIPT: Script = [call("add", { a: 1, b: 2 }), say("3")];

function played(drive?: (idle: Idle) => Promise<unknown>) {
  const journal = memoryJournal("s-1", manualClock());
  const options = { model: scriptedModel(SCRIPT), tools: toolSet(add).build(), budget: 5, journal: () => journal };
  const run = agent(options).start("go", { sessionId: "s-1", ...(drive === undefined ? {} : { drive }) });
  return { run, journal };
}

/** A loop of somebody's own, for a script of two steps. */
async function byHand(idle: Idle, seen: string[]): Promise<RunEnd> {
  const first = await idle.think();
  if (first.phase !== "Thinking") throw new Error(first.phase);
  const acting = await first.act();
  if (acting.phase !== "Acting") throw new Error(acting.phase);
  const observing = await acting.observe();
  if (observing.phase !== "Observing") throw new Error(observing.phase);
  const second = await observing.think();
  if (second.phase !== "Thinking") throw new Error(second.phase);
  const end = await second.complete();
  seen.push(first.phase, acting.phase, observing.phase, second.phase, end.phase);
  if (end.phase === "Observing") throw new Error(end.phase);
  return end;
}

describe("a run that its caller drives (R01)", () => {
  test("by the public phases it leaves the same rows as the loop", async () => {
    const seen: string[] = [];
    const { run, journal } = played((idle) => byHand(idle, seen));
    expect(await run.result).toMatchObject({ phase: "Completed", output: "3", steps: 2 });
    expect(seen).toEqual(["Thinking", "Acting", "Observing", "Thinking", "Completed"]);
    const looped = played();
    await looped.run.result;
    expect(journal.rows).toEqual(looped.journal.rows);
  });

  test("a driver that throws fails the run, and the session can be taken up", async () => {
    const { run, journal } = played(async (idle) => {
      await idle.think();
      throw new Error("lost the way");
    });
    expect(await run.result).toMatchObject({
      phase: "Failed",
      error: { category: "InternalInvariant", message: "lost the way" },
    });
    const later = memoryJournal("s-1", manualClock(), journal.rows);
    const options = {
      model: scriptedModel([say("here")]),
      tools: toolSet(add).build(),
      budget: 5,
      journal: () => later,
    };
    expect(await agent(options).resume("s-1").result).toMatchObject({ phase: "Completed", output: "here", steps: 2 });
  });

  test("a phase that was left is over", async () => {
    const { run } = played(async (idle) => {
      const ended = await byHand(idle, []);
      await expect(async () => idle.think()).rejects.toThrow("this Idle is over");
      return ended;
    });
    expect((await run.result).phase).toBe("Completed");
  });

  test("a driver that leaves it, or makes an end up, changes nothing about how it ended", async () => {
    const left = played(async (idle) => void (await idle.think()));
    expect(await left.run.result).toMatchObject({ phase: "Interrupted", steps: 1 });
    expect(left.journal.rows.at(-1)?.event).toMatchObject({ kind: "session.ended", phase: "Interrupted" });
    const forged = played(async (idle) => Object.assign({}, await byHand(idle, []), { output: "what nobody said" }));
    expect(await forged.run.result).toMatchObject({ phase: "Completed", output: "3" });
    const early = played(async () => ({ phase: "Completed", output: "at once", join: {}, steps: 0 }));
    expect(await early.run.result).toMatchObject({ phase: "Interrupted", steps: 0 });
  });
});
