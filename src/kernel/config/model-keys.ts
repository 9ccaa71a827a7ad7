import { map, optional, record, type Schema, shape, shaped, truth, words } from "../schema/schema.ts";
import { money, readMoney } from "./money.ts";

/** The wires that a provider may speak. */
export type ProviderKind = "anthropic" | "openai" | "openai-chat" | "openai-compatible" | "google";

/** The package that writes requests of each kind; whoever uses it installs it. */
export const PROVIDER_PACKAGES: Readonly<Record<ProviderKind, string>> = {
  anthropic: "@ai-sdk/anthropic",
  openai: "@ai-sdk/openai",
  "openai-chat": "@ai-sdk/openai",
  "openai-compatible": "@ai-sdk/openai-compatible",
  google: "@ai-sdk/google",
};

/** A provider that a configuration adds or changes. Its key is never here: `keyVariable` names the variable that holds it. */
export type ConfiguredProvider = {
  readonly kind: ProviderKind;
  readonly baseUrl?: string;
  readonly keyVariable?: string;
  readonly keyOptional?: boolean;
};

/** What a million tokens cost, as decimal text in dollars. */
export type ConfiguredPrice = {
  readonly input: string;
  readonly output: string;
  readonly cacheRead?: string;
  readonly cacheWrite?: string;
};

/** The same in millionths of a dollar. */
export type PriceInMicros = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
};

// Without user, password, query and fragment: each of them is a place where keys are put.
const BASE_URL = shaped(
  /^https?:\/\/[^\s/@?#]+(?:\/[^\s?#]*)?$/,
  "an http or https address without password and query",
  { unquoted: true },
);
// Capitals only: a key that was written here by mistake is no name.
const VARIABLE = shaped(/^[A-Z_][A-Z0-9_]*$/, "the name of an environment variable in capitals, never the key itself", {
  unquoted: true,
});

const PROVIDER = record<ConfiguredProvider>({
  kind: words("anthropic", "openai", "openai-chat", "openai-compatible", "google"),
  baseUrl: optional(BASE_URL),
  keyVariable: optional(VARIABLE),
  keyOptional: optional(truth),
});

/** What each field of a provider is. */
export const PROVIDER_FIELDS: Readonly<Record<keyof ConfiguredProvider, string>> = {
  kind: "the wire that it speaks",
  baseUrl: "its address; unset, that of the kind",
  keyVariable: "the environment variable that holds its key",
  keyOptional: "whether it is used without a key where the variable is not set",
};

/** What each field of a price is. */
export const PRICE_FIELDS: Readonly<Record<keyof ConfiguredPrice, string>> = {
  input: "a million tokens that are sent",
  output: "a million tokens that are received",
  cacheRead: "a million tokens that are read from the provider's cache",
  cacheWrite: "a million tokens that are written to it",
};

/** The form of `providers`. */
export const PROVIDERS_FORM: Schema<Readonly<Record<string, ConfiguredProvider>>> = map(
  PROVIDER,
  shape(/^[a-z][a-z0-9-]{0,63}$/, "lower case letters, digits and -"),
);

/** The form of `prices`. */
export const PRICES_FORM: Schema<Readonly<Record<string, ConfiguredPrice>>> = map(
  record<ConfiguredPrice>({
    input: money,
    output: money,
    cacheRead: optional(money),
    cacheWrite: optional(money),
  }),
  shape(/^[^\s/]+\/\S*$/, "a model as provider/model, or the beginning of one"),
);

/** Prices as they are counted with. What a configuration has read is an amount. */
export function pricesInMicros(
  prices: Readonly<Record<string, ConfiguredPrice>>,
): Readonly<Record<string, PriceInMicros>> {
  return Object.fromEntries(Object.entries(prices).map(([model, price]) => [model, inMicros(price)]));
}

function inMicros({ input, output, cacheRead, cacheWrite }: ConfiguredPrice): PriceInMicros {
  return {
    input: readMoney(input) ?? 0,
    output: readMoney(output) ?? 0,
    ...(cacheRead === undefined ? {} : { cacheRead: readMoney(cacheRead) ?? 0 }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: readMoney(cacheWrite) ?? 0 }),
  };
}
