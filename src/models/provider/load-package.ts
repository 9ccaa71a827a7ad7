import type { LanguageModelV4 } from "@ai-sdk/provider";
import { PROVIDER_PACKAGES, type ProviderKind } from "#kernel";
import { modelError } from "../model-error.ts";

/** What a provider package is opened with: it never looks anything up by itself. */
export interface PackageSettings {
  readonly model: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly includeUsage: boolean;
  readonly fetch: typeof fetch;
}

/** Makes the package's model. */
export type OpenPackage = (settings: PackageSettings) => LanguageModelV4;

interface PackageRow {
  /** Variables that the package reads while it is imported: an empty one makes it throw. */
  readonly reads: readonly string[];
  readonly load: () => Promise<OpenPackage>;
}

const PACKAGES: Readonly<Record<ProviderKind, PackageRow>> = {
  anthropic: {
    reads: ["ANTHROPIC_BASE_URL"],
    async load() {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return ({ model, key, baseUrl, fetch }) => createAnthropic({ apiKey: key, baseURL: baseUrl, fetch })(model);
    },
  },
  openai: {
    reads: ["OPENAI_BASE_URL"],
    async load() {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return ({ model, key, baseUrl, fetch }) =>
        createOpenAI({ apiKey: key, baseURL: baseUrl, fetch }).responses(model);
    },
  },
  "openai-chat": {
    reads: ["OPENAI_BASE_URL"],
    async load() {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return ({ model, key, baseUrl, fetch }) => createOpenAI({ apiKey: key, baseURL: baseUrl, fetch }).chat(model);
    },
  },
  "openai-compatible": {
    reads: [],
    async load() {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return ({ model, key, baseUrl, fetch, includeUsage }) =>
        createOpenAICompatible({
          name: "openaiCompatible",
          baseURL: baseUrl,
          includeUsage,
          fetch,
          ...(key === "" ? {} : { apiKey: key }),
        }).chatModel(model);
    },
  },
  google: {
    reads: [],
    async load() {
      const { createGoogle } = await import("@ai-sdk/google");
      return ({ model, key, baseUrl, fetch }) => createGoogle({ apiKey: key, baseURL: baseUrl, fetch })(model);
    },
  },
};

/** Loads the package that writes a provider's requests; its absence is one sentence with the line that mends it. */
export async function loadPackage(kind: ProviderKind): Promise<OpenPackage> {
  const name = PROVIDER_PACKAGES[kind];
  const { reads, load } = PACKAGES[kind];
  try {
    return await withoutUnusable(reads, load);
  } catch (error) {
    if (!isAbsent(error)) throw modelError("no_package", `${name} does not load: ${firstLine(error)}`);
    throw modelError("no_package", `models of this kind need the package ${name}: npm install ${name}`);
  }
}

/** The packages read these while they are imported, though what they find is never used: what would make them throw is not there meanwhile. */
async function withoutUnusable<T>(names: readonly string[], load: () => Promise<T>): Promise<T> {
  const hidden = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || URL.canParse(value) ? [] : [{ name, value }];
  });
  for (const { name } of hidden) Reflect.deleteProperty(process.env, name);
  try {
    return await load();
  } finally {
    for (const { name, value } of hidden) process.env[name] = value;
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]?.slice(0, 200) ?? "";
}
