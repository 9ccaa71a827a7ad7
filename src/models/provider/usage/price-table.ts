/** What a million tokens cost, in millionths of the currency unit. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** As `input` where it is absent. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** Prices by the name of a model, which dates may follow, or by a beginning that ends with a sign (`openai/`); of several that fit the longest counts. */
export type PriceTable = Readonly<Record<string, Price>>;

/** A price in whole and broken units for a million tokens. */
function price(input: number, output: number, cacheRead?: number, cacheWrite?: number): Price {
  return {
    input: micros(input),
    output: micros(output),
    ...(cacheRead === undefined ? {} : { cacheRead: micros(cacheRead) }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: micros(cacheWrite) }),
  };
}

function micros(units: number): number {
  return Math.round(units * 1_000_000);
}

/** The providers' list prices in US dollars, as far as they are known; a model that is not here costs nothing that anybody knows. */
export const PRICES: PriceTable = {
  "anthropic/claude-3-5-haiku": price(0.8, 4, 0.08, 1),
  "anthropic/claude-3-7-sonnet": price(3, 15, 0.3, 3.75),
  "anthropic/claude-haiku-4-5": price(1, 5, 0.1, 1.25),
  "anthropic/claude-opus-4": price(15, 75, 1.5, 18.75),
  "anthropic/claude-opus-4-5": price(5, 25, 0.5, 6.25),
  "anthropic/claude-opus-4-6": price(5, 25, 0.5, 6.25),
  "anthropic/claude-opus-4-7": price(5, 25, 0.5, 6.25),
  "anthropic/claude-sonnet-4": price(3, 15, 0.3, 3.75),
  "deepseek/deepseek-chat": price(0.28, 0.42, 0.028),
  "deepseek/deepseek-reasoner": price(0.28, 0.42, 0.028),
  "google/gemini-2.5-flash": price(0.3, 2.5, 0.03),
  "google/gemini-2.5-flash-lite": price(0.1, 0.4, 0.01),
  "google/gemini-2.5-pro": price(1.25, 10, 0.125),
  "google/gemini-3-pro": price(2, 12, 0.2),
  "google/gemini-3.1-pro": price(2, 12, 0.2),
  "openai-chat/gpt-4.1": price(2, 8, 0.5),
  "openai-chat/gpt-4.1-mini": price(0.4, 1.6, 0.1),
  "openai-chat/gpt-4o": price(2.5, 10, 1.25),
  "openai-chat/gpt-4o-mini": price(0.15, 0.6, 0.075),
  "openai-chat/gpt-5": price(1.25, 10, 0.125),
  "openai-chat/gpt-5-mini": price(0.25, 2, 0.025),
  "openai-chat/gpt-5-nano": price(0.05, 0.4, 0.005),
  "openai/gpt-4.1": price(2, 8, 0.5),
  "openai/gpt-4.1-mini": price(0.4, 1.6, 0.1),
  "openai/gpt-4o": price(2.5, 10, 1.25),
  "openai/gpt-4o-mini": price(0.15, 0.6, 0.075),
  "openai/gpt-5": price(1.25, 10, 0.125),
  "openai/gpt-5-mini": price(0.25, 2, 0.025),
  "openai/gpt-5-nano": price(0.05, 0.4, 0.005),
  "openai/gpt-5.1": price(1.25, 10, 0.125),
  "openai/gpt-5.2": price(1.75, 14, 0.175),
  "openai/o3": price(2, 8, 0.5),
  "openai/o4-mini": price(1.1, 4.4, 0.275),
};

/** The price of a model; undefined where nobody knows one. A table of somebody's own stands before ours. */
export function priceOf(ref: string, own: PriceTable = {}): Price | undefined {
  const given = longest(ref, own) ?? longest(ref, PRICES);
  if (given === undefined) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = given;
  const isUsable = [input, output, cacheRead, cacheWrite].every((one) => Number.isFinite(one) && one >= 0);
  return isUsable ? given : undefined;
}

function longest(ref: string, table: PriceTable): Price | undefined {
  let found: string | undefined;
  for (const prefix of Object.keys(table))
    if (isPrefix(prefix, ref) && prefix.length >= (found?.length ?? 0)) found = prefix;
  return found === undefined ? undefined : table[found];
}

/** What a name may end with and still be the same model at the same price: dates and numbers, `latest`, `preview`, `exp`. */
const SAME_MODEL = /^(?:-\d+)*(?:-(?:latest|preview|exp))?(?:[-@]\d+)*$/;
/** A beginning that ends so is said of everything behind it. */
const FAMILY = /[^A-Za-z0-9.]$/;

/** `o3` is a price for `o3-2025-04-16` and none for `o3-pro`: another word behind a name is another model, and may cost ten times as much. */
function isPrefix(prefix: string, ref: string): boolean {
  return ref.startsWith(prefix) && (FAMILY.test(prefix) || SAME_MODEL.test(ref.slice(prefix.length)));
}
