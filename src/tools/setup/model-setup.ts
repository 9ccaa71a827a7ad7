import { type ConfiguredProvider, PROVIDER_PACKAGES } from "#kernel";
import { hasPackage } from "#platform";
import type { KeyVariable, ModelSetup } from "#ports";
import { localAnswer } from "./local-answer.ts";

/** A variable of the environment. */
export type Environment = (name: string) => string | undefined;

/** A provider as a table has it. */
export type ProviderFacts = ConfiguredProvider & { readonly otherKeyVariable?: string };

type Providers = Readonly<Record<string, ProviderFacts>>;

function variablesOf({ keyVariable, otherKeyVariable }: ProviderFacts): readonly string[] {
  return [keyVariable, otherKeyVariable].filter((name) => name !== undefined);
}

function isSet(name: string, environment: Environment): boolean {
  return (environment(name) ?? "").trim() !== "";
}

/** Every variable that may hold a key, whose it is, and whether it is set. */
export function keyVariables(table: Providers, environment: Environment): readonly KeyVariable[] {
  const used = Object.entries(table).flatMap(([provider, entry]) =>
    variablesOf(entry).map((variable) => ({ variable, provider })),
  );
  return [...Map.groupBy(used, ({ variable }) => variable)].map(([variable, rows]) => ({
    variable,
    providers: rows.map(({ provider }) => provider),
    isSet: isSet(variable, environment),
  }));
}

/** What is known of a model before the first request. */
export async function modelSetup(ref: string, table: Providers, environment: Environment): Promise<ModelSetup> {
  const provider = ref.slice(0, ref.indexOf("/"));
  const entry = Object.hasOwn(table, provider) ? table[provider] : undefined;
  if (entry === undefined) return { kind: "unknown", provider, known: Object.keys(table).sort() };
  const variables = variablesOf(entry);
  const name = PROVIDER_PACKAGES[entry.kind];
  return {
    kind: "known",
    provider,
    keyVariables: variables,
    hasKey: variables.some((variable) => isSet(variable, environment)),
    needsKey: variables.length > 0 && entry.keyOptional !== true,
    package: { name, isInstalled: hasPackage(name) },
    baseUrl: entry.baseUrl,
    answers: entry.baseUrl === undefined ? undefined : await localAnswer(entry.baseUrl),
  };
}
