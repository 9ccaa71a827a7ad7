import { describe, expect, test } from "vitest";
import { agentLoop, beginRun } from "#runtime";
import { call, failure, say } from "../../src/testing/index.ts";
import { harnessPolicy, InvariantError } from "../../src/index.ts";
import { bareRun } from "./bare-run.ts";
import { auditOf, setOf, textTool } from "./staged.ts";

const tools = setOf(textTool("note", (text) => `noted ${text}`));
const script = [call("note", { text: "a" }), say("done")];

/** The phase, where it is the one that a test has brought about. */
function being<Phase extends { readonly phase: string }, Name extends Phase["phase"]>(
  phase: Phase,
  name: Name,
): Extract<Phase, { readonly phase: Name }> {
  expect(phase.phase).toBe(name);
  return phase as Extract<Phase, { readonly phase: Name }>;
}

describe("the phases of a run (R01)", () => {
  test("Idle -> Thinking -> Acting -> Observing -> Thinking -> Completed, by hand", async () => {
    const { run, journal, events } = await bareRun(script, { tools });
    const idle = beginRun(run);
    expect(idle.phase).toBe("Idle");
    const asking = being(await idle.think(), "Thinking");
    expect([asking.asksForTools, asking.reply.calls.length]).toEqual([true, 1]);
    const acting = being(await asking.act(), "Acting");
    const observing = being(await acting.observe(), "Observing");
    const answering = being(await observing.think(), "Thinking");
    expect(answering.asksForTools).toBe(false);
    const completed = being(await answering.complete(), "Completed");
    expect([completed.output, completed.steps, auditOf(journal.rows)]).toEqual(["done", 2, undefined]);
    expect(events.at(-1)?.kind).toBe("Completed");
    expect(completed.join.evidenceDigest).toMatch(/^sha256:/);
  });

  test("the loop is these phases and nothing else: it writes the same rows", async () => {
    const byHand = await bareRun(script, { tools });
    const thought = being(await beginRun(byHand.run).think(), "Thinking");
    const seen = being(await being(await thought.act(), "Acting").observe(), "Observing");
    await being(await seen.think(), "Thinking").complete();
    const looped = await bareRun(script, { tools });
    await agentLoop(looped.run);
    expect(looped.journal.rows).toEqual(byHand.journal.rows);
    expect(looped.events).toEqual(byHand.events);
  });

  test("every phase refuses to be used twice, and nothing happens by it", async () => {
    const { run, journal } = await bareRun(script, { tools });
    const idle = beginRun(run);
    const asking = being(await idle.think(), "Thinking");
    const acting = being(await asking.act(), "Acting");
    const observing = being(await acting.observe(), "Observing");
    const answering = being(await observing.think(), "Thinking");
    await answering.complete();
    const rows = journal.rows.length;
    const again: readonly [string, () => unknown][] = [
      ["Idle", () => idle.think()],
      ["Thinking", () => asking.act()],
      ["Acting", () => acting.observe()],
      ["Observing", () => observing.think()],
      ["Thinking", () => answering.complete()],
    ];
    for (const [name, use] of again)
      expect(() => use()).toThrowError(new InvariantError(`this ${name} is over: its run went on`));
    expect(journal.rows.length).toBe(rows);
  });

  test("twice at once is twice: the second one of two that begin together is refused", async () => {
    const { run, journal } = await bareRun([say("done")]);
    const idle = beginRun(run);
    const first = idle.think();
    expect(() => idle.think()).toThrowError(InvariantError);
    const thinking = being(await first, "Thinking");
    const completing = thinking.complete();
    expect(() => thinking.complete()).toThrowError(InvariantError);
    expect((await completing).phase).toBe("Completed");
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("a phase that failed is over too", async () => {
    const { run } = await bareRun([failure({ retryable: false }), say("never")]);
    const idle = beginRun(run);
    const failed = being(await idle.think(), "Failed");
    expect(failed.fault.category).toBe("ModelTransport");
    expect(() => idle.think()).toThrowError(InvariantError);
  });

  test("a run is walked once: it has one Idle, before its end and after it", async () => {
    const { run, journal } = await bareRun([say("done"), say("again")]);
    const idle = beginRun(run);
    expect(() => beginRun(run)).toThrowError(new InvariantError("this run has begun already"));
    await being(await idle.think(), "Thinking").complete();
    await expect(agentLoop(run)).rejects.toThrowError(InvariantError);
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("phases are minted by the one before only: none can be made by hand, also without types", async () => {
    const { run } = await bareRun(script, { tools });
    const idle = beginRun(run);
    for (const phase of [idle, await idle.think()]) {
      const Forged = phase.constructor as new (...parts: unknown[]) => unknown;
      expect(() => new Forged(run, {}, Symbol("phase"))).toThrowError(InvariantError);
    }
  });

  test("a reply that asks for tools is not completed, and one that asks for nothing is not acted on", async () => {
    const { run, journal } = await bareRun(script, { tools });
    const asking = being(await beginRun(run).think(), "Thinking");
    expect(() => asking.complete()).toThrowError(new InvariantError("this reply asks for tools: act on it"));
    // The phase is still there: the other way is open.
    const acting = being(await asking.act(), "Acting");
    const answering = being(await being(await acting.observe(), "Observing").think(), "Thinking");
    expect(() => answering.act()).toThrowError(InvariantError);
    being(await answering.complete(), "Completed");
    expect(auditOf(journal.rows)).toBe(undefined);
  });

  test("a cancelled run leaves each phase as Interrupted", async () => {
    for (const steps of [0, 1, 2, 3]) {
      const { run, cancel } = await bareRun(script, { tools, policy: harnessPolicy });
      const idle = beginRun(run);
      if (steps === 0) {
        cancel();
        being(await idle.think(), "Interrupted");
        continue;
      }
      const asking = being(await idle.think(), "Thinking");
      if (steps === 1) {
        cancel();
        being(await asking.act(), "Interrupted");
        continue;
      }
      const acting = being(await asking.act(), "Acting");
      if (steps === 2) {
        cancel();
        being(await acting.observe(), "Interrupted");
        continue;
      }
      const observing = being(await acting.observe(), "Observing");
      cancel();
      being(await observing.think(), "Interrupted");
    }
  });
});
