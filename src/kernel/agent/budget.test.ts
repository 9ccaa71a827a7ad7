import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allot, type Budget, type BudgetAmounts, parseBudget, spend } from "./budget.ts";

function budgetOf(amounts: BudgetAmounts): Budget {
  const reading = parseBudget(amounts);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.budget;
}

describe("nothing unbounded constructs (R05)", () => {
  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d steps", (steps) => {
    expect(parseBudget({ steps })).toEqual({ ok: false, reason: `steps is ${steps}, expected a whole number from 0` });
  });

  test("the other lines too, when they are counted", () => {
    expect(parseBudget({ steps: 1, tokens: -1 })).toEqual({
      ok: false,
      reason: "tokens is -1, expected a whole number from 0",
    });
    expect(parseBudget({ steps: 1, costMicros: 0.5 })).toEqual({
      ok: false,
      reason: "costMicros is 0.5, expected a whole number from 0",
    });
  });

  test("steps that are absent or no number, from a caller without types", () => {
    expect(parseBudget(JSON.parse("{}") as BudgetAmounts).ok).toBe(false);
    expect(parseBudget(JSON.parse('{"steps": "5"}') as BudgetAmounts).ok).toBe(false);
    expect(parseBudget(JSON.parse('{"steps": null}') as BudgetAmounts).ok).toBe(false);
  });

  test("a budget of nothing is one, and holds only its lines", () => {
    expect(budgetOf({ steps: 0 }).left).toEqual({ steps: 0 });
    const amounts = JSON.parse('{"steps": 2, "tokens": 3, "costMicros": 4, "other": 5}') as BudgetAmounts;
    expect(budgetOf(amounts).left).toEqual({ steps: 2, tokens: 3, costMicros: 4 });
  });

  test("what the caller does to its own object later changes no budget", () => {
    const amounts = { steps: 1 };
    const budget = budgetOf(amounts);
    amounts.steps = 100;
    expect(budget.left).toEqual({ steps: 1 });
  });
});

describe("spending is all or nothing (R05)", () => {
  const budget = budgetOf({ steps: 2, tokens: 100 });

  test("what is left is less by the cost, down to nothing", () => {
    const spending = spend(budget, { steps: 1, tokens: 100 });
    expect(spending.ok && spending.left.left).toEqual({ steps: 1, tokens: 0 });
    const free = spend(budget, {});
    expect(free.ok && free.left.left).toEqual({ steps: 2, tokens: 100 });
    expect(budget.left).toEqual({ steps: 2, tokens: 100 });
  });

  test("every line that does not suffice is named", () => {
    expect(spend(budget, { steps: 3 })).toEqual({ ok: false, exhausted: ["steps"] });
    expect(spend(budget, { steps: 1, tokens: 101 })).toEqual({ ok: false, exhausted: ["tokens"] });
    expect(spend(budget, { steps: 3, tokens: 101, costMicros: 1 })).toEqual({
      ok: false,
      exhausted: ["steps", "tokens"],
    });
  });

  test("a line that is not counted costs nothing", () => {
    const spending = spend(budget, { costMicros: 1_000_000 });
    expect(spending.ok && spending.left.left).toEqual({ steps: 2, tokens: 100 });
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("a cost of %d earns nothing, counted or not", (amount) => {
    expect(spend(budget, { steps: amount })).toEqual({ ok: false, exhausted: ["steps"] });
    expect(spend(budget, { costMicros: amount })).toEqual({ ok: false, exhausted: ["costMicros"] });
  });
});

describe("parts never exceed the whole (R05)", () => {
  test("a part is taken out, the rest remains", () => {
    const allotment = allot(budgetOf({ steps: 10, tokens: 100, costMicros: 7 }), {
      steps: 4,
      tokens: 100,
      costMicros: 0,
    });
    expect(allotment.ok && [allotment.part.left, allotment.rest.left]).toEqual([
      { steps: 4, tokens: 100, costMicros: 0 },
      { steps: 6, tokens: 0, costMicros: 7 },
    ]);
  });

  test("a part may count what the whole does not, never the other way round", () => {
    const allotment = allot(budgetOf({ steps: 10 }), { steps: 4, tokens: 5 });
    expect(allotment.ok && [allotment.part.left, allotment.rest.left]).toEqual([{ steps: 4, tokens: 5 }, { steps: 6 }]);
    expect(allot(budgetOf({ steps: 10, tokens: 5 }), { steps: 4 })).toEqual({
      ok: false,
      reason: "the whole counts tokens, the part does not",
    });
  });

  test("a part that is too much, or no budget, is refused", () => {
    expect(allot(budgetOf({ steps: 3 }), { steps: 4 })).toEqual({
      ok: false,
      reason: "the part exceeds what is left of steps",
    });
    expect(allot(budgetOf({ steps: 3 }), { steps: -1 })).toEqual({
      ok: false,
      reason: "steps is -1, expected a whole number from 0",
    });
  });

  test("whatever is split off and spent, the sum stays the whole", () => {
    const amount = fc.nat({ max: 50 });
    fc.assert(
      fc.property(amount, amount, fc.array(fc.record({ steps: amount, tokens: amount })), (steps, tokens, shares) => {
        let rest = budgetOf({ steps, tokens });
        const total = { steps: 0, tokens: 0 };
        for (const share of shares) {
          const allotment = allot(rest, share);
          if (!allotment.ok) continue;
          rest = allotment.rest;
          total.steps += allotment.part.left.steps;
          total.tokens += allotment.part.left.tokens ?? Number.NaN;
        }
        expect({
          steps: total.steps + rest.left.steps,
          tokens: total.tokens + (rest.left.tokens ?? Number.NaN),
        }).toEqual({
          steps,
          tokens,
        });
        expect(Math.min(rest.left.steps, rest.left.tokens ?? Number.NaN)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
