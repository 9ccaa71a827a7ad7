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

const NOTHING_COUNTED: TokenCounts = { input: 0, output: 0 };

/**
 * The usage of a reply, and what it cost where the price is known. Tokens are the provider's count or none; the cost of what it did not
 * count is that of the estimate, so that a bound on the cost holds with a server that counts nothing.
 */
export function usageOf(
  counts: TokenCounts | undefined,
  price: Price | undefined,
  estimate?: () => TokenCounts,
): ModelUsage {
  if (counts === undefined && estimate === undefined) return { inputTokens: 0, outputTokens: 0 };
  const counted = counts ?? NOTHING_COUNTED;
  const { input, output, cacheRead, reasoning } = counted;
  const costMicros = price === undefined ? undefined : costOf(completed(counted, estimate), price);
  return {
    inputTokens: input,
    outputTokens: output,
    ...(cacheRead === undefined ? {} : { cachedInputTokens: cacheRead }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(costMicros === undefined ? {} : { costMicros }),
  };
}

/** A side that was not counted at all is estimated: no request, and no answer that says something, has no tokens. */
function completed(counts: TokenCounts, estimate: (() => TokenCounts) | undefined): TokenCounts {
  if (estimate === undefined || (counts.input > 0 && counts.output > 0)) return counts;
  const { input, output } = estimate();
  return {
    ...counts,
    input: counts.input > 0 ? counts.input : input,
    output: counts.output > 0 ? counts.output : output,
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
