import { describe, expect, test } from "vitest";
import {
  fail,
  interrupt,
  parsePolicyDecision,
  POLICY_DECISIONS,
  reprompt,
  repromptLimit,
  retry,
} from "./policy-decision.ts";

const ONCE = { kind: "OnceWithToolCatalog" } as const;

test("there are four decisions: two go on and cost budget by default, two end the run (R05)", () => {
  expect(POLICY_DECISIONS).toEqual({
    Fail: { leadsTo: "Failed", consumesBudget: "never" },
    Retry: { leadsTo: "Thinking", consumesBudget: "by_default" },
    Reprompt: { leadsTo: "Thinking", consumesBudget: "by_default" },
    Interrupt: { leadsTo: "Interrupted", consumesBudget: "never" },
  });
});

test("budget is consumed unless the opt-out is written out (R05)", () => {
  const optOut = { consumeBudget: false } as const;
  expect([retry(), retry(optOut), reprompt(ONCE), reprompt(ONCE, optOut), fail, interrupt]).toEqual([
    { kind: "Retry", consumeBudget: true },
    { kind: "Retry", consumeBudget: false },
    { kind: "Reprompt", strategy: ONCE, consumeBudget: true },
    { kind: "Reprompt", strategy: ONCE, consumeBudget: false },
    { kind: "Fail" },
    { kind: "Interrupt" },
  ]);
});

test("a reprompt is bounded: once, or n from 1 (R05)", () => {
  expect(repromptLimit(ONCE)).toBe(1);
  expect([1, 7].map((n) => repromptLimit({ kind: "N", n }))).toEqual([1, 7]);
  expect([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map((n) => repromptLimit({ kind: "N", n }))).toEqual(
    Array(5).fill(undefined),
  );
});

describe("a policy's answer is parsed, never believed (R05)", () => {
  test.each([
    [{ kind: "Fail" }, fail],
    [{ kind: "Interrupt", extra: 1 }, interrupt],
    [{ kind: "Retry" }, retry()],
    [{ kind: "Retry", consumeBudget: false }, retry({ consumeBudget: false })],
    [{ kind: "Reprompt", strategy: { kind: "OnceWithToolCatalog" } }, reprompt(ONCE)],
    [{ kind: "Reprompt", strategy: { kind: "N", n: 2 }, consumeBudget: true }, reprompt({ kind: "N", n: 2 })],
  ])("%j is a decision", (answer, decision) => {
    expect(parsePolicyDecision(answer)).toEqual(decision);
  });

  test.each([
    undefined,
    null,
    "Fail",
    [],
    {},
    { kind: "fail" },
    { kind: "Retry", consumeBudget: "no" },
    { kind: "Reprompt" },
    { kind: "Reprompt", strategy: "OnceWithToolCatalog" },
    { kind: "Reprompt", strategy: { kind: "N" } },
    { kind: "Reprompt", strategy: { kind: "N", n: 0 } },
    { kind: "Reprompt", strategy: { kind: "N", n: Number.POSITIVE_INFINITY } },
    { kind: "Reprompt", strategy: { kind: "Forever" } },
  ])("%j is none", (answer) => {
    expect(parsePolicyDecision(answer)).toBeUndefined();
  });

  test("a promise of a decision is none: policies are synchronous", () => {
    expect(parsePolicyDecision(Promise.resolve(fail))).toBeUndefined();
  });
});
