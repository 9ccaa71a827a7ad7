import { describe, expect, test } from "vitest";
import {
  decideMalformedAction,
  FAIL_FAST,
  HARNESS_PRESET,
  parsePolicyConfig,
  type PolicyDraft,
  UNBUDGETED_LIMIT,
} from "./policy-config.ts";

const ONCE = { kind: "RepromptOnceWithToolCatalog" } as const;

function values(draft: PolicyDraft): unknown {
  const reading = parsePolicyConfig(draft);
  if (!reading.ok) return reading;
  const { onMalformedAction, consumeBudget, unbudgetedInARow } = reading.config;
  return { onMalformedAction, consumeBudget, unbudgetedInARow };
}

test("the library fails fast; the harness reprompts twice, for budget (R08)", () => {
  expect(decideMalformedAction(FAIL_FAST)).toEqual({ kind: "Fail" });
  expect(decideMalformedAction(HARNESS_PRESET)).toEqual({
    kind: "Reprompt",
    strategy: { kind: "N", n: 2 },
    consumeBudget: true,
  });
  expect([FAIL_FAST.unbudgetedInARow, HARNESS_PRESET.unbudgetedInARow]).toEqual([0, 0]);
  expect([FAIL_FAST.consumeBudget, HARNESS_PRESET.consumeBudget]).toEqual([true, true]);
});

test("a draft that says nothing of budget consumes it (R05)", () => {
  expect(values({ onMalformedAction: ONCE })).toEqual({
    onMalformedAction: ONCE,
    consumeBudget: true,
    unbudgetedInARow: 0,
  });
});

test("the opt-out needs a cap, and reaches the decision (R05)", () => {
  const reading = parsePolicyConfig({ onMalformedAction: ONCE, consumeBudget: false, unbudgetedInARow: 1 });
  expect(reading.ok && decideMalformedAction(reading.config)).toEqual({
    kind: "Reprompt",
    strategy: { kind: "OnceWithToolCatalog" },
    consumeBudget: false,
  });
  expect(values({ onMalformedAction: { kind: "FailFast" }, consumeBudget: false })).toMatchObject({
    consumeBudget: false,
  });
});

describe("an unbounded or contradictory policy is PolicyConfigInvalid (R05)", () => {
  const cap = `expected a whole number from 0 to ${UNBUDGETED_LIMIT}`;
  test.each<[PolicyDraft, string]>([
    [{ onMalformedAction: { kind: "RepromptN", n: 0 } }, "RepromptN has n = 0, expected a whole number from 1"],
    [
      { onMalformedAction: { kind: "RepromptN", n: Infinity } },
      "RepromptN has n = Infinity, expected a whole number from 1",
    ],
    [{ onMalformedAction: ONCE, unbudgetedInARow: Infinity }, `unbudgetedInARow is Infinity, ${cap}`],
    [{ onMalformedAction: ONCE, unbudgetedInARow: -1 }, `unbudgetedInARow is -1, ${cap}`],
    [{ onMalformedAction: ONCE, unbudgetedInARow: UNBUDGETED_LIMIT + 1 }, `unbudgetedInARow is 17, ${cap}`],
    [
      { onMalformedAction: ONCE, consumeBudget: false },
      "reprompts cost nothing, yet none that costs nothing is allowed",
    ],
    [
      { ...(JSON.parse('{"onMalformedAction": {"kind": "RepromptForever"}}') as PolicyDraft) },
      "onMalformedAction is none of FailFast, RepromptOnceWithToolCatalog, RepromptN",
    ],
    [
      { onMalformedAction: ONCE, ...(JSON.parse('{"consumeBudget": "no"}') as object) },
      "consumeBudget is neither true nor false",
    ],
  ])("case %#", (draft, reason) => {
    expect(values(draft)).toEqual({ ok: false, error: "PolicyConfigInvalid", reason });
  });

  test("the highest cap still holds", () => {
    expect(values({ onMalformedAction: ONCE, unbudgetedInARow: UNBUDGETED_LIMIT })).toMatchObject({
      unbudgetedInARow: 16,
    });
  });

  test("what the caller does to its draft later changes no policy", () => {
    const onMalformedAction: { kind: "RepromptN"; n: number } = { kind: "RepromptN", n: 1 };
    const reading = parsePolicyConfig({ onMalformedAction });
    onMalformedAction.n = 1_000_000;
    expect(reading.ok && reading.config.onMalformedAction).toEqual({ kind: "RepromptN", n: 1 });
  });
});
