import { canonicalJson, type JsonObject } from "#kernel";
import type { ProviderKind } from "./provider-table.ts";

/** A carry says whose it is: no provider gets what another one signed. */
export function carryOf(provider: ProviderKind, rest: JsonObject): JsonObject {
  return { ...rest, provider };
}

/** What is in a carry for this provider; undefined for another one's, and where there is none. */
export function ownCarry(provider: ProviderKind, carry: JsonObject | undefined): JsonObject | undefined {
  if (carry === undefined) return undefined;
  const { provider: whose, ...rest } = carry;
  return whose === provider ? rest : undefined;
}

/** A carry as the provider packages take it: they write by `JSON.stringify`, which does not know the kernel's numbers. */
export function plainObject(value: JsonObject): Record<string, unknown> {
  return JSON.parse(canonicalJson(value)) as Record<string, unknown>;
}

/** A value as it goes over the wire: every number as it was read. */
export function wireText(value: JsonObject): string {
  return canonicalJson(value);
}
