import { expect, test } from "vitest";
import type { ReplyBlock } from "#ports";
import { estimatedCounts } from "./estimated-counts.ts";
import { priceOf, PRICES } from "./price-table.ts";
import { type TokenCounts, usageOf } from "./token-counts.ts";

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

test("a date or latest is the same model, another word is another one", () => {
  const same = ["o3-2025-04-16", "gpt-5-2025-08-07", "gpt-5.2", "gpt-4o-latest"];
  const others = ["o3-pro", "o3-deep-research", "gpt-5-pro", "gpt-5.2-pro", "gpt-4o-audio-preview", "gpt-5-2025-pro"];
  expect(same.filter((name) => priceOf(`openai/${name}`) === undefined)).toEqual([]);
  expect(others.filter((name) => priceOf(`openai/${name}`) !== undefined)).toEqual([]);
  expect(priceOf("google/gemini-2.5-flash-preview-09-2025")).toEqual(PRICES["google/gemini-2.5-flash"]);
  expect(priceOf("google/gemini-2.5-flash-preview-tts")).toBeUndefined();
  expect(priceOf("anthropic/claude-sonnet-4-5@20250929")).toEqual(PRICES["anthropic/claude-sonnet-4"]);
  // Of one's own prices too; who means all of them says so with a sign at the end.
  expect(priceOf("own/a-pro", { "own/a": PRICE })).toBeUndefined();
  expect(priceOf("own/a-pro", { "own/a-": PRICE })).toEqual(PRICE);
});

test("what nobody counted is estimated upwards for its cost, and stays uncounted", () => {
  const estimate = (): TokenCounts => ({ input: 500, output: 70 });
  const uncounted = { inputTokens: 0, outputTokens: 0 };
  // 500 × 3 + 70 × 15
  expect(usageOf(undefined, PRICE, estimate)).toEqual({ ...uncounted, costMicros: 2550 });
  expect(usageOf({ input: 0, output: 0 }, PRICE, estimate)).toEqual({ ...uncounted, costMicros: 2550 });
  expect(usageOf({ input: 10, output: 0 }, PRICE, estimate)).toMatchObject({ outputTokens: 0, costMicros: 30 + 1050 });
  expect(usageOf({ input: 10, output: 1 }, PRICE, estimate).costMicros).toBe(45);
  expect(usageOf(undefined, undefined, estimate)).toEqual(uncounted);
});

test("an estimate is a token for two bytes of what was sent and said, with what is sealed", () => {
  const blocks: readonly ReplyBlock[] = [{ kind: "thinking", text: "a", carry: { sealed: "x".repeat(100) } }];
  const bytes = JSON.stringify(blocks).length;
  expect(estimatedCounts("é".repeat(500), blocks)).toEqual({ input: 500, output: Math.ceil(bytes / 2) });
  expect(estimatedCounts("abc", [])).toEqual({ input: 2, output: 0 });
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
