import type { WireFormatName } from "./wire-request.ts";

/** How each kind of provider is named to us, and what it speaks. */
export const WIRE_MODELS = {
  anthropic: { ref: "anthropic/claude-sonnet-4-5", format: "anthropic", key: "ANTHROPIC_API_KEY" },
  openai: { ref: "openai/gpt-5", format: "openai-responses", key: "OPENAI_API_KEY" },
  "openai-chat": { ref: "openai-chat/gpt-4.1", format: "openai-chat", key: "OPENAI_API_KEY" },
  "openai-compatible": {
    ref: "openai-compatible/qwen3-coder",
    format: "openai-chat",
    key: "OPENAI_COMPATIBLE_API_KEY",
  },
  google: { ref: "google/gemini-3-pro-preview", format: "google", key: "GOOGLE_GENERATIVE_AI_API_KEY" },
} as const satisfies Record<string, { readonly ref: string; readonly format: WireFormatName; readonly key: string }>;

/** A kind of provider. */
export type WireKind = keyof typeof WIRE_MODELS;

/** All of them. */
export const WIRE_KINDS: readonly WireKind[] = Object.keys(WIRE_MODELS) as WireKind[];
