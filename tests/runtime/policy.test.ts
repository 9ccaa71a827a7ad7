import { describe, expect, test } from "vitest";
import { parsePolicyConfig, type PolicyDecision } from "#kernel";
import type { AgentFault, AgentView, PolicyEngine } from "#ports";
import { agent, type BoundPolicy, failFast, harnessPolicy } from "../../src/index.ts";
import { call, failure, malformed, say, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

/** A policy that answers what a test wants it to answer, of any type. */
function answering(answer: unknown, config: BoundPolicy["config"] = harnessPolicy.config): BoundPolicy {
  const decide = (): PolicyDecision => (typeof answer === "function" ? answer() : answer) as PolicyDecision;
  const engine: PolicyEngine = { onModelError: decide, onToolError: decide };
  return { engine, config, onThrow: "raise" };
}

function configOf(draft: Parameters<typeof parsePolicyConfig>[0]): BoundPolicy["config"] {
  const reading = parsePolicyConfig(draft);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.config;
}

const broken = textTool("break", () => {
  throw new Error("the tool's own trouble");
});

/** The two hooks: an error of the model, and one of a tool. */
const ERRORS = [
  ["onModelError", failure({ message: "the line is dead" }), "ModelTransport"],
  ["onToolError", call("break", { text: "x" }), "ToolDispatch"],
] as const;

describe("each of the four decisions, from each hook (R05)", () => {
  test.each(ERRORS)("%s: Fail ends the run with the error", async (_, wrong, category) => {
    const { journal, start } = stage([wrong], { tools: setOf(broken), policy: answering({ kind: "Fail" }) });
    const { result, kinds, broken: rules } = await ended(start());
    expect([result, rules, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category, step: 1 }, steps: 1 },
      [],
      undefined,
    ]);
    expect(kinds.slice(-2)).toEqual(["PolicyDecided", "StepFailed"]);
  });

  test.each(ERRORS)("%s: Interrupt ends it as Interrupted", async (_, wrong) => {
    const { journal, start } = stage([wrong], { tools: setOf(broken), policy: answering({ kind: "Interrupt" }) });
    const { result, events, broken: rules } = await ended(start());
    expect([result.phase, rules, auditOf(journal.rows)]).toEqual(["Interrupted", [], undefined]);
    expect(events.at(-1)).toMatchObject({ kind: "StepFailed", error: "cancelled" });
  });

  test.each(ERRORS)("%s: Retry asks the model again, unchanged, for a step", async (_, wrong) => {
    const { model, journal, start } = stage([wrong, say("well")], {
      tools: setOf(broken),
      policy: answering({ kind: "Retry" }),
    });
    const { result, broken: rules } = await ended(start());
    expect([result, rules, auditOf(journal.rows)]).toMatchObject([
      { phase: "Completed", steps: 2, budgetLeft: { steps: 18 } },
      [],
      undefined,
    ]);
    // No word of it to the model: its messages are the conversation's own.
    expect(model.requests[1]?.messages.filter(({ role }) => role === "user")).toEqual([{ role: "user", text: "go" }]);
    expect(rowsOf(journal.rows, "note.added")).toEqual([]);
  });

  test.each(ERRORS)(
    "%s: Reprompt tells the model and asks again; with the catalog where the strategy says so",
    async (_, wrong) => {
      const reprompt = { kind: "Reprompt", strategy: { kind: "OnceWithToolCatalog" } };
      const { model, start } = stage([wrong, say("well")], { tools: setOf(broken), policy: answering(reprompt) });
      const { result, broken: rules } = await ended(start());
      expect([result.phase, result.steps, rules]).toEqual(["Completed", 2, []]);
      const told = model.requests[1]?.messages.at(-1);
      expect(told?.role === "user" && told.text).toMatch(/^Your last reply could not be used: .* Tools: break\.$/);
    },
  );

  test("the policy sees the run and the fault, and nothing else of the world", async () => {
    const seen: [AgentView, AgentFault][] = [];
    const engine: PolicyEngine = {
      onModelError: (state, fault) => (seen.push([state, fault]), { kind: "Fail" }),
      onToolError: () => ({ kind: "Fail" }),
    };
    const { start } = stage([call("nobody", {})], { policy: { ...failFast, engine } });
    await ended(start("a task", { correlationId: "c-7" }));
    expect(seen).toMatchObject([
      [
        { userInput: "a task", stepCount: 1, correlationId: "c-7" },
        { category: "InvalidModelAction", step: 1, toolName: "nobody", receivedArgs: "{}" },
      ],
    ]);
  });
});

describe("a policy that breaks its contract is PolicyRuntimeViolation (R05)", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("mine");
      },
    ],
    ["answers a promise", () => Promise.resolve({ kind: "Fail" })],
    ["answers nothing", undefined],
    ["answers null", null],
    ["answers a word", "Retry"],
    ["answers a kind that is none", { kind: "GiveUp" }],
    ["answers a reprompt without a strategy", { kind: "Reprompt" }],
    ["answers an endless reprompt", { kind: "Reprompt", strategy: { kind: "N", n: Infinity } }],
    ["answers a reprompt of none", { kind: "Reprompt", strategy: { kind: "N", n: 0 } }],
    ["answers a budget that is no yes or no", { kind: "Retry", consumeBudget: "no" }],
    [
      "answers with a getter that throws",
      () =>
        Object.defineProperty({}, "kind", {
          enumerable: true,
          get: () => {
            throw new Error("mine");
          },
        }),
    ],
  ])("one that %s", async (_, answer) => {
    for (const [, wrong] of ERRORS) {
      const { journal, start } = stage([wrong, say("never")], { tools: setOf(broken), policy: answering(answer) });
      const { result, broken: rules } = await ended(start());
      expect([result, rules, auditOf(journal.rows)]).toMatchObject([
        { phase: "Failed", error: { category: "PolicyRuntimeViolation", step: 1 }, steps: 1 },
        [],
        undefined,
      ]);
    }
  });

  test("decisions in a row that cost nothing are capped, and each gives its step back", async () => {
    const config = configOf({ onMalformedAction: { kind: "FailFast" }, unbudgetedInARow: 3 });
    const policy = answering({ kind: "Retry", consumeBudget: false }, config);
    const { start } = stage(() => failure(), { policy, budget: 2 });
    const { result, broken: rules } = await ended(start());
    // Three are free; the fourth is one too many.
    expect([result, rules]).toMatchObject([
      { phase: "Failed", error: { category: "PolicyRuntimeViolation" }, steps: 4, budgetLeft: { steps: 1 } },
      [],
    ]);
  });

  test("what costs nothing costs no turn either: with one step a run that was retried for free still answers", async () => {
    const config = configOf({ onMalformedAction: { kind: "FailFast" }, unbudgetedInARow: 3 });
    const policy = answering({ kind: "Retry", consumeBudget: false }, config);
    const script = [failure(), failure(), call("note", { text: "x" }), say("well")];
    const { start } = stage(script, { policy, budget: 2, tools: setOf(textTool("note", () => "noted")) });
    const { result } = await ended(start());
    expect(result).toMatchObject({ phase: "Completed", output: "well", steps: 4, budgetLeft: { steps: 0 } });
  });

  test("what costs a step ends with the steps: BudgetExceeded", async () => {
    const { model, start } = stage(() => failure(), { policy: answering({ kind: "Retry" }), budget: 3 });
    const { result, broken: rules } = await ended(start());
    expect([result, rules, model.requests.length]).toMatchObject([
      { phase: "Failed", error: { category: "BudgetExceeded" } },
      [],
      3,
    ]);
  });
});

describe("an unbounded policy does not construct: PolicyConfigInvalid (R05)", () => {
  test.each([
    ["endless reprompts", { onMalformedAction: { kind: "RepromptN", n: Infinity } }],
    ["no reprompts at all", { onMalformedAction: { kind: "RepromptN", n: 0 } }],
    ["half a reprompt", { onMalformedAction: { kind: "RepromptN", n: 0.5 } }],
    [
      "reprompts that cost nothing without a cap",
      { onMalformedAction: { kind: "RepromptN", n: 1 }, consumeBudget: false },
    ],
    ["a cap that is none", { onMalformedAction: { kind: "FailFast" }, unbudgetedInARow: Infinity }],
    ["a kind that nobody knows", { onMalformedAction: { kind: "Forever" } }],
  ])("%s", (_, draft) => {
    expect(parsePolicyConfig(draft as never)).toMatchObject({ ok: false, error: "PolicyConfigInvalid" });
    // Somebody without types goes past the door: the agent is not made either.
    const policy = { ...failFast, config: { consumeBudget: true, unbudgetedInARow: 0, ...draft } as never };
    expect(() => agent({ model: scriptedModel([]), budget: 1, policy })).toThrowError(
      expect.objectContaining({ name: "AgentError", category: "PolicyConfigInvalid" }) as Error,
    );
  });

  test.each([
    ["an endless budget", { budget: Infinity }],
    ["a budget of minus one", { budget: -1 }],
    ["half a step", { budget: 1.5 }],
    ["endless tokens", { budget: { steps: 1, tokens: Infinity } }],
    ["a bound of requests that is none", { budget: 1, requestTokens: 0 }],
    ["a repetition of one", { budget: 1, repetitions: 1 }],
    ["policies that contradict themselves", { budget: 1, spec: { stopPolicy: { maxTurns: -1, checkpoints: [] } } }],
  ])("%s", (_, options) => {
    expect(() => agent({ model: scriptedModel([]), ...options })).toThrowError(
      expect.objectContaining({ name: "AgentError", category: "PolicyConfigInvalid" }) as Error,
    );
  });

  test("a budget that a run is started with is read as strictly", () => {
    const made = agent({ model: scriptedModel([]), budget: 1 });
    expect(() => made.start("go", { budget: -1 })).toThrowError("budget");
  });
});

describe("malformed actions (R08)", () => {
  test("the library's default fails at the first; the harness preset answers, twice, then fails with the first error's category", async () => {
    const wrong = malformed("no reply at all");
    const strict = await ended(stage([wrong, say("x")]).start());
    expect(strict.result).toMatchObject({ phase: "Failed", steps: 1, error: { category: "InvalidModelAction" } });
    const kind = await ended(stage([wrong, wrong, say("x")], { policy: harnessPolicy }).start());
    expect(kind.result).toMatchObject({ phase: "Completed", steps: 3 });
    const spent = await ended(stage([wrong, wrong, wrong, say("x")], { policy: harnessPolicy }).start());
    expect(spent.result).toMatchObject({ phase: "Failed", steps: 3, error: { category: "InvalidModelAction" } });
  });

  test("a turn that closed begins the count anew", async () => {
    const wrong = malformed(7);
    const script = [wrong, wrong, call("note", { text: "a" }), wrong, wrong, say("done")];
    const { start } = stage(script, { policy: harnessPolicy, tools: setOf(textTool("note", () => "noted")) });
    const { result } = await ended(start());
    expect(result).toMatchObject({ phase: "Completed", steps: 6 });
  });
});
