import { expect, test } from "vitest";
import { priceOf, PRICES } from "./price-table.ts";
import { usageOf } from "./token-counts.ts";

const PRICE = { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, cacheWrite: 3_750_000 };

test("the longest beginning counts, and ends where a name may end", () => {
  expect(priceOf("anthropic/claude-opus-4-5-20251101")).toEqual(PRICES["anthropic/claude-opus-4-5"]);
  expect(priceOf("anthropic/claude-opus-4-1")).toEqual(PRICES["anthropic/claude-opus-4"]);
  expect(priceOf("openai/gpt-5-mini-2025")).toEqual(PRICES["openai/gpt-5-mini"]);
  expect([priceOf("openai/gpt-5.9"), priceOf("openai/o3x"), priceOf("ollama/qwen"), priceOf("constructor")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a table of one's own stands before the built-in one; a price that is none is none", () => {
  expect(priceOf("openai/gpt-5", { "openai/": PRICE })).toEqual(PRICE);
  for (const input of [Number.NaN, -1, Number.POSITIVE_INFINITY])
    expect(priceOf("openai/gpt-5", { "openai/gpt-5": { ...PRICE, input } })).toBeUndefined();
});

test("the cost of a reply is what fresh, cached and written tokens cost, rounded up", () => {
  const counts = { input: 1000, output: 100, cacheRead: 600, cacheWrite: 100, reasoning: 40 };
  expect(usageOf(counts, PRICE)).toEqual({
    inputTokens: 1000,
    outputTokens: 100,
    cachedInputTokens: 600,
    reasoningTokens: 40,
    // 300 × 3 + 600 × 0.3 + 100 × 3.75 + 100 × 15
    costMicros: 2955,
  });
  expect(usageOf({ input: 1, output: 0 }, { input: 1, output: 1 })).toEqual({
    inputTokens: 1,
    outputTokens: 0,
    costMicros: 1,
  });
});

test("nobody's count and nobody's price cost nothing that is known; more cached than read is not negative", () => {
  expect(usageOf(undefined, PRICE)).toEqual({ inputTokens: 0, outputTokens: 0 });
  expect(usageOf({ input: 5, output: 1 }, undefined)).toEqual({ inputTokens: 5, outputTokens: 1 });
  expect(usageOf({ input: 5, output: 0, cacheRead: 50 }, PRICE).costMicros).toBe(15);
  expect(usageOf({ input: Number.MAX_SAFE_INTEGER, output: 0 }, PRICE)).not.toHaveProperty("costMicros");
});
