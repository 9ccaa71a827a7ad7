import type { ProviderKind } from "#kernel";

export type { ProviderKind };

/** Where a provider is, and which environment variable holds its key. */
export interface ProviderEntry {
  readonly kind: ProviderKind;
  /** Absent where whoever names the provider has to say it. */
  readonly baseUrl?: string;
  readonly keyVariable?: string;
  /** Asked where the first one is not set. */
  readonly otherKeyVariable?: string;
  /** Whether it answers without a key too. */
  readonly keyOptional?: boolean;
}

/** Providers by the name that stands before the slash of a model reference. */
export type ProviderTable = Readonly<Record<string, ProviderEntry>>;

/** The providers that need no configuration. */
export const PROVIDERS: ProviderTable = {
  anthropic: { kind: "anthropic", baseUrl: "https://api.anthropic.com/v1", keyVariable: "ANTHROPIC_API_KEY" },
  openai: { kind: "openai", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY" },
  "openai-chat": { kind: "openai-chat", baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY" },
  google: {
    kind: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
    otherKeyVariable: "GEMINI_API_KEY",
  },
  "openai-compatible": { kind: "openai-compatible", keyVariable: "OPENAI_COMPATIBLE_API_KEY", keyOptional: true },
  ollama: local("http://127.0.0.1:11434/v1"),
  llamacpp: local("http://127.0.0.1:8080/v1"),
  vllm: local("http://127.0.0.1:8000/v1"),
  lmstudio: local("http://127.0.0.1:1234/v1"),
  openrouter: hosted("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
  groq: hosted("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
  deepseek: hosted("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
  mistral: hosted("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
  xai: hosted("https://api.x.ai/v1", "XAI_API_KEY"),
  together: hosted("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
};

function local(baseUrl: string): ProviderEntry {
  return { kind: "openai-compatible", baseUrl, keyOptional: true };
}

function hosted(baseUrl: string, keyVariable: string): ProviderEntry {
  return { kind: "openai-compatible", baseUrl, keyVariable };
}

/** What one provider does otherwise than the rest of its kind. */
export interface ProviderQuirks {
  /** Refuses fields that it does not know, `stream_options` among them, and tells the usage unasked. */
  readonly refusesUsageOption?: true;
  /** Takes ids of exactly nine letters and digits. */
  readonly nineLetterIds?: true;
}

const QUIRKS: Readonly<Record<string, ProviderQuirks>> = {
  mistral: { refusesUsageOption: true, nineLetterIds: true },
};

/** The quirks of a provider by its name; most have none. */
export function quirksOf(provider: string): ProviderQuirks {
  return Object.hasOwn(QUIRKS, provider) ? (QUIRKS[provider] ?? {}) : {};
}
