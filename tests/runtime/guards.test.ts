import { describe, expect, test } from "vitest";
import { type Guard, harnessPolicy, memoryJournal } from "../../src/index.ts";
import { call, hang, manualClock, say } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

type Say = "pass" | "trigger" | "throw";

function guardAt(stageOf: Guard["stage"], says: Say, seen: unknown[] = []): Guard {
  return {
    id: `g-${stageOf}`,
    stage: stageOf,
    check(input) {
      seen.push(input.stage === "pre_flight" ? input.calls.map(({ args }) => args) : input.text);
      if (says === "throw") throw new Error("the guardrail's own trouble");
      return says === "trigger";
    },
  };
}

/** One that says it the first time, and passes from then on. */
function onceAt(stageOf: Guard["stage"], says: Say): Guard {
  let times = 0;
  return {
    ...guardAt(stageOf, says),
    check: (input, signal) => guardAt(stageOf, times++ === 0 ? says : "pass").check(input, signal),
  };
}

const STAGES = ["pre_flight", "input", "output"] as const;
const script = [call("note", { text: "secret" }), say("done")];

describe("guardrails look by stage, in their order (R20)", () => {
  test("all three that pass: what each saw, the order of their rows, and the events", async () => {
    const seen: unknown[] = [];
    const ran: string[] = [];
    const { journal, start } = stage(script, {
      tools: setOf(textTool("note", (text) => (ran.push(text), `noted ${text}`))),
      guards: STAGES.map((name) => guardAt(name, "pass", seen)),
    });
    const { result, events, broken } = await ended(start());
    expect([result.phase, ran, broken, auditOf(journal.rows)]).toEqual(["Completed", ["secret"], [], undefined]);
    expect(seen).toEqual([[{ text: "secret" }], "go", "noted secret", [], "noted secret", "done"]);
    const [requested] = rowsOf(journal.rows, "tools.requested");
    const [closed] = rowsOf(journal.rows, "join.closed");
    const guards = [...(requested?.decisions.guards ?? []), ...(closed?.closing.guards ?? [])];
    expect(guards.map(({ stage: at, guardrailId, decision }) => [at, guardrailId, decision])).toEqual(
      STAGES.map((at) => [at, `g-${at}`, "pass"]),
    );
    expect(guards.map(({ seq }) => seq)).toEqual(guards.map(({ seq }) => seq).toSorted((a, b) => a - b));
    const told = events.filter((event) => event.kind === "GuardDecided").map(({ step, stage: at }) => [step, at]);
    expect(told).toEqual([1, 2].flatMap((step) => STAGES.map((at) => [step, at])));
  });

  test.each([
    ["pre_flight", "trigger"],
    ["pre_flight", "throw"],
    ["input", "trigger"],
    ["input", "throw"],
  ] as const)(
    "%s: a guardrail that says %s denies the calls: nothing ran, the model hears it and goes on",
    async (at, says) => {
      const ran: string[] = [];
      const { journal, model, start } = stage(script, {
        tools: setOf(textTool("note", (text) => (ran.push(text), "noted"))),
        guards: [onceAt(at, says)],
      });
      const { result, kinds, events, broken } = await ended(start());
      const decision = says === "throw" ? "error" : "trigger";
      expect([ran, kinds.includes("ToolDispatched"), broken]).toEqual([[], false, []]);
      expect(events.find(({ kind }) => kind === "GuardDecided")).toMatchObject({ guardrailId: `g-${at}`, decision });
      expect([result.phase, result.steps]).toEqual(["Completed", 2]);
      const message = `note was not run: guardrail g-${at} (${at}) said ${decision}`;
      const text = JSON.stringify({ code: "Denied", message, retryable: false });
      expect(model.requests[1]?.messages.at(-1)).toEqual({
        role: "tool",
        answers: [{ toolCallId: "tc-1-1", tool: "note", text, isFailure: true }],
      });
      // What the guardrail said is evidence of a turn that closed, and the audit finds it so.
      expect(rowsOf(journal.rows, "tools.requested")[0]?.decisions.guards).toMatchObject([{ stage: at, decision }]);
      expect(rowsOf(journal.rows, "tool.settled")).toMatchObject([{ result: { outcome: "denied" } }]);
      expect(auditOf(journal.rows)).toBe(undefined);
    },
  );

  test.each(["trigger", "throw"] as const)(
    "output: what a guardrail stops (%s) is not shown to the model again",
    async (says) => {
      const { journal, model, start } = stage(script, {
        tools: setOf(textTool("note", () => "the key is 1234")),
        guards: [guardAt("output", says)],
      });
      const { result, broken } = await ended(start());
      expect(result).toMatchObject({
        phase: "Failed",
        steps: 1,
        // The model did nothing wrong: what a tool gave may not be shown.
        error: {
          category: "ToolDispatch",
          message: `guardrail g-output (output) said ${says === "throw" ? "error" : "trigger"}`,
        },
        refusal: { violations: [{ class: "governance.guardrail_stage_missing" }] },
      });
      expect([broken, model.requests.length, auditOf(journal.rows)]).toEqual([[], 1, undefined]);
    },
  );

  test.each([
    ["pre_flight", "trigger"],
    ["input", "trigger"],
    ["input", "throw"],
    ["output", "trigger"],
    ["output", "throw"],
  ] as const)("a final answer is stopped like a call: %s, %s", async (at, says) => {
    const { journal, start } = stage([say("the key is 1234")], { guards: [guardAt(at, says)] });
    const { result, kinds, broken } = await ended(start());
    const said = `guardrail g-${at} (${at}) said ${says === "throw" ? "error" : "trigger"}`;
    expect(result).toMatchObject({
      phase: "Failed",
      steps: 1,
      error: { category: "InvalidModelAction", message: said },
    });
    expect([kinds.includes("Completed"), broken, auditOf(journal.rows)]).toEqual([false, [], undefined]);
  });

  test("the policy has a word on an answer that a guardrail stopped: asked again, within bounds (R05)", async () => {
    const { model, start } = stage([say("the key is 1234"), say("I may not say it")], {
      guards: [onceAt("output", "trigger")],
      policy: harnessPolicy,
    });
    const { result, broken } = await ended(start());
    expect([result, broken]).toMatchObject([{ phase: "Completed", output: "I may not say it", steps: 2 }, []]);
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: "user",
      text: "Your last reply could not be used: guardrail g-output (output) said trigger.",
    });
  });

  test("a run that was killed between a denial and its answers: the calls were not run, and nobody says that they may have been", async () => {
    const first = stage(script, {
      tools: setOf(textTool("note", () => "noted")),
      guards: [guardAt("pre_flight", "trigger")],
    });
    await ended(first.start());
    const at = first.journal.rows.findIndex(({ event }) => event.kind === "tools.requested");
    const left = memoryJournal("s-1", manualClock(), first.journal.rows.slice(0, at + 1));
    const second = stage([say("done")], { journal: () => left });
    const { result } = await ended(second.resume());
    expect([result.phase, rowsOf(left.rows, "session.resumed"), auditOf(left.rows)]).toMatchObject([
      "Completed",
      [{ interrupted: [] }],
      undefined,
    ]);
    expect(result.finalMessages[2]).toMatchObject({
      answers: [{ text: expect.stringContaining("not run") as string }],
    });
  });

  test("a guardrail that is listed and required but does not look stops the turn before anything runs", async () => {
    const ran: string[] = [];
    const { start } = stage(script, {
      tools: setOf(textTool("note", (text) => (ran.push(text), "noted"))),
      guards: [guardAt("pre_flight", "pass")],
      spec: {
        governance: {
          package: { name: "p", version: "1.0.0", integrity: `sha256:${"0".repeat(64)}` },
          guardrails: { required: ["pre_flight"], list: [{ id: "another", stage: "pre_flight" }] },
          observability: { mode: "dashboard", processors: [] },
          riskTier: "low",
          controlProfiles: { low: {} },
        },
      },
    });
    const { result } = await ended(start());
    expect([result.phase, ran]).toEqual(["Failed", []]);
    expect(result).toMatchObject({ refusal: { violations: [{ class: "governance.guardrail_stage_missing" }] } });
  });

  test("a reply that stopped for an unknown reason fails typed, with guardrails too (R15)", async () => {
    const odd = call("note", { text: "x" }, { stopReason: "content_filter" });
    const { start } = stage([odd, hang()], {
      tools: setOf(textTool("note", () => "noted")),
      guards: STAGES.map((name) => guardAt(name, "pass")),
    });
    const { result, broken } = await ended(start());
    expect([result, broken]).toMatchObject([
      {
        phase: "Failed",
        error: { category: "InvalidModelAction" },
        refusal: { violations: [{ class: "protocol.stop_reason_unhandled" }] },
      },
      [],
    ]);
    expect(result.finalMessages.at(-1)).toMatchObject({ role: "tool", answers: [{ isFailure: true }] });
  });
});

test("what a guardrail withheld is withheld from a later run too (R20)", async () => {
  const staged = stage([call("leak", { text: "x" }), say("nothing seen")], {
    tools: setOf(textTool("leak", () => "the secret")),
    guards: [onceAt("output", "trigger")],
  });
  const first = await ended(staged.start());
  expect(first.result.phase).toBe("Failed");
  const second = await ended(staged.resume());
  expect(second.result).toMatchObject({ phase: "Completed", output: "nothing seen" });
  expect(JSON.stringify(staged.model.requests)).not.toContain("the secret");
  expect(JSON.stringify(second.result.finalMessages)).toContain("a guardrail withheld its result");
  expect(auditOf(staged.journal.rows)).toBe(undefined);
});
