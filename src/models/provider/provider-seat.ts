import { modelError } from "../model-error.ts";
import { type ProviderEntry, type ProviderKind, PROVIDERS, type ProviderTable } from "./provider-table.ts";

/** Everything that is known of a model before the first request. */
export interface ProviderSeat {
  /** As it was named: `provider/model`. */
  readonly ref: string;
  readonly provider: string;
  readonly kind: ProviderKind;
  readonly model: string;
  readonly baseUrl: string;
  /** Empty where the provider answers without one. */
  readonly key: string;
  /** The variables that are asked for the key, for sentences. */
  readonly keyVariables: readonly string[];
}

/** What a seat is found by. */
export interface SeatWish {
  readonly environment: (name: string) => string | undefined;
  readonly providers?: ProviderTable;
  readonly baseUrl?: string;
}

/** Finds provider, address and key of a reference. Throws one sentence that says what is missing and what to do. */
export function providerSeat(ref: string, wish: SeatWish): ProviderSeat {
  const slash = ref.indexOf("/");
  const provider = ref.slice(0, Math.max(slash, 0));
  const model = ref.slice(slash + 1);
  if (provider === "" || model.trim() === "")
    throw modelError("bad_ref", `a model is named provider/model or cassette:PATH, not ${quoted(ref)}`);
  const table = { ...PROVIDERS, ...wish.providers };
  const named = Object.hasOwn(table, provider) ? table[provider] : undefined;
  if (named === undefined)
    throw modelError(
      "bad_ref",
      `no provider is called ${quoted(provider)}: use one of ${Object.keys(table).sort().join(", ")}, or add it under \`providers\` in tusk.config`,
    );
  // Without an address of its own it is where its kind is, and only there goes the key of its kind.
  const entry = named.baseUrl === undefined ? { ...PROVIDERS[named.kind], ...named } : named;
  const baseUrl = baseUrlOf(provider, wish.baseUrl ?? entry.baseUrl);
  return { ref, provider, kind: entry.kind, model, baseUrl, ...keyOf(provider, entry, wish) };
}

function baseUrlOf(provider: string, given: string | undefined): string {
  if (given === undefined || given.trim() === "")
    throw modelError(
      "bad_base_url",
      `${provider} has no base URL: say --base-url http://HOST:PORT/v1, or set it under \`providers\` in tusk.config`,
    );
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw modelError("bad_base_url", `the base URL of ${provider} is no http or https address: ${quoted(bare(given))}`);
  if (url.username !== "" || url.password !== "")
    throw modelError("bad_base_url", `the base URL of ${provider} holds a password: keys come from the environment`);
  if (url.search !== "" || url.hash !== "")
    throw modelError(
      "bad_base_url",
      `the base URL of ${provider} ends with its path: leave out what begins with ? or #`,
    );
  return given.trim().replace(/\/+$/, "");
}

function keyOf(
  provider: string,
  { keyVariable, otherKeyVariable, keyOptional }: ProviderEntry,
  { environment }: SeatWish,
): Pick<ProviderSeat, "key" | "keyVariables"> {
  const keyVariables = [keyVariable, otherKeyVariable].filter((name) => name !== undefined);
  const key = keyVariables.map((name) => environment(name)?.trim() ?? "").find((value) => value !== "") ?? "";
  const isNeeded = keyVariables.length > 0 && keyOptional !== true;
  if (key === "" && isNeeded)
    throw modelError("no_key", `${provider} needs a key: set ${keyVariables.join(" or ")} in the environment`);
  // A line break in a header would be another header; an editor leaves one easily.
  if (/[^\u0021-\u007e]/u.test(key))
    throw modelError("no_key", `the key in ${keyVariables.join(" or ")} has characters that no key has: set it again`);
  return { key, keyVariables };
}

/** An address without what may be secret in it. */
function bare(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*$/s, "");
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
