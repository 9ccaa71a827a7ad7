import type { ModelUsage } from "#ports";
import type { Price } from "./price-table.ts";

/** What a provider counted. `input` has the cached tokens in it. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** The usage of a reply, and what it cost where the price is known. */
export function usageOf(counts: TokenCounts | undefined, price: Price | undefined): ModelUsage {
  if (counts === undefined) return { inputTokens: 0, outputTokens: 0 };
  const { input, output, cacheRead, reasoning } = counts;
  const costMicros = price === undefined ? undefined : costOf(counts, price);
  return {
    inputTokens: input,
    outputTokens: output,
    ...(cacheRead === undefined ? {} : { cachedInputTokens: cacheRead }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(costMicros === undefined ? {} : { costMicros }),
  };
}

/** Rounded up to a whole millionth; undefined where it is no count. */
function costOf({ input, output, cacheRead = 0, cacheWrite = 0 }: TokenCounts, price: Price): number | undefined {
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  const millionths =
    fresh * price.input +
    output * price.output +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input);
  const cost = Math.ceil(millionths / 1_000_000);
  return Number.isSafeInteger(cost) && cost >= 0 ? cost : undefined;
}
