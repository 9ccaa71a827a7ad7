import { describe, expect, test } from "vitest";
import { admitDecision, type DecisionTally, NO_DECISIONS } from "./admit-decision.ts";
import { FAIL_FAST, parsePolicyConfig, type PolicyConfig } from "./policy-config.ts";
import { fail, interrupt, type PolicyDecision, reprompt, retry } from "./policy-decision.ts";

function configOf(unbudgetedInARow: number): PolicyConfig {
  const reading = parsePolicyConfig({ onMalformedAction: { kind: "FailFast" }, unbudgetedInARow });
  if (!reading.ok) throw new Error(reading.reason);
  return reading.config;
}

/** The kinds of the answers when a policy decides these one after the other. */
function kinds(config: PolicyConfig, ...decisions: readonly PolicyDecision[]): readonly string[] {
  let tally: DecisionTally = NO_DECISIONS;
  return decisions.map((decision) => {
    const admission = admitDecision(decision, { tally, config });
    if (admission.kind === "admitted") tally = admission.tally;
    return admission.kind;
  });
}

const TWICE = reprompt({ kind: "N", n: 2 });
const FREE = retry({ consumeBudget: false });

test("to fail and to interrupt is always admitted and counts nothing (R05)", () => {
  const tally = { unbudgetedInARow: 5, reprompts: 5, retries: 5 };
  expect(admitDecision(fail, { tally, config: FAIL_FAST })).toEqual({ kind: "admitted", decision: fail, tally });
  expect(admitDecision(interrupt, { tally, config: FAIL_FAST })).toEqual({
    kind: "admitted",
    decision: interrupt,
    tally,
  });
});

describe("a reprompt has its limit (R05)", () => {
  test("once, or n times; then it is exhausted", () => {
    expect(kinds(FAIL_FAST, TWICE, TWICE, TWICE)).toEqual(["admitted", "admitted", "exhausted"]);
    const once = reprompt({ kind: "OnceWithToolCatalog" });
    expect(kinds(FAIL_FAST, once, once)).toEqual(["admitted", "exhausted"]);
    expect(
      admitDecision(TWICE, { tally: { unbudgetedInARow: 0, reprompts: 2, retries: 0 }, config: FAIL_FAST }),
    ).toEqual({
      kind: "exhausted",
      limit: 2,
    });
  });

  test("retries between do not count as reprompts", () => {
    expect(kinds(FAIL_FAST, TWICE, retry(), retry(), TWICE, TWICE)).toEqual([
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "exhausted",
    ]);
  });

  test("one without a bound is a violation", () => {
    const unbounded: PolicyDecision = { kind: "Reprompt", strategy: { kind: "N", n: 0 }, consumeBudget: true };
    expect(admitDecision(unbounded, { tally: NO_DECISIONS, config: FAIL_FAST })).toEqual({
      kind: "violation",
      error: "PolicyRuntimeViolation",
      reason: "the reprompt is not bounded",
    });
  });
});

describe("retries in a row have the limit that the policy gives them (R05, R13)", () => {
  const reading = parsePolicyConfig({ onMalformedAction: { kind: "FailFast" }, retriesInARow: 2 });

  test("as often as it says, and again after the model was heard", () => {
    if (!reading.ok) throw new Error(reading.reason);
    expect(kinds(reading.config, retry(), retry(), retry())).toEqual(["admitted", "admitted", "exhausted"]);
    expect(kinds(reading.config, retry(), retry(), TWICE, retry(), retry(), retry())).toEqual([
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "exhausted",
    ]);
  });

  test("without one they last as long as the budget", () => {
    expect(new Set(kinds(FAIL_FAST, ...Array.from({ length: 50 }, () => retry())))).toEqual(new Set(["admitted"]));
  });

  test.each([-1, 0.5, Number.NaN, Infinity])("%s is no limit", (retriesInARow) => {
    expect(parsePolicyConfig({ onMalformedAction: { kind: "FailFast" }, retriesInARow })).toMatchObject({
      ok: false,
      error: "PolicyConfigInvalid",
    });
  });
});

describe("decisions that cost nothing are capped in a row (R05)", () => {
  test("none where the policy allows none", () => {
    expect(admitDecision(FREE, { tally: NO_DECISIONS, config: FAIL_FAST })).toEqual({
      kind: "violation",
      error: "PolicyRuntimeViolation",
      reason: "1 decisions in a row consumed no budget, at most 0 may",
    });
  });

  test("up to the cap, and again after one that cost something", () => {
    const config = configOf(2);
    expect(kinds(config, FREE, FREE, FREE)).toEqual(["admitted", "admitted", "violation"]);
    expect(kinds(config, FREE, FREE, retry(), FREE, FREE, FREE)).toEqual([
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "violation",
    ]);
  });

  test("reprompts that cost nothing count too", () => {
    const freeReprompt = reprompt({ kind: "N", n: 9 }, { consumeBudget: false });
    expect(kinds(configOf(1), freeReprompt, freeReprompt)).toEqual(["admitted", "violation"]);
  });

  test("the tally says what was counted", () => {
    const tally = { unbudgetedInARow: 1, reprompts: 1, retries: 0 };
    expect(admitDecision(TWICE, { tally, config: configOf(3) })).toEqual({
      kind: "admitted",
      decision: TWICE,
      tally: { unbudgetedInARow: 0, reprompts: 2, retries: 0 },
    });
    expect(admitDecision(FREE, { tally, config: configOf(3) })).toEqual({
      kind: "admitted",
      decision: FREE,
      tally: { unbudgetedInARow: 2, reprompts: 1, retries: 1 },
    });
  });
});
