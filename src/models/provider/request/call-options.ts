import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "#ports";
import type { ProviderKind } from "../provider-table.ts";
import type { Reasoning } from "./reasoning.ts";
import { toolOptions } from "./tool-options.ts";
import { type PromptManner, writePrompt } from "./write-prompt.ts";

/** Everything of a request as the provider packages take it. The output is always limited. */
export function callOptions(
  request: ModelRequest,
  manner: PromptManner & { readonly reasoning?: Reasoning | undefined; readonly model: string },
): LanguageModelV4CallOptions {
  const { kind, names, reasoning, model } = manner;
  const { maxOutputTokens } = request;
  const providerOptions = OPTIONS[kind](request, model);
  return {
    prompt: writePrompt(request, manner),
    maxOutputTokens,
    ...toolOptions(request, names),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

type Options = LanguageModelV4CallOptions["providerOptions"];

const OPTIONS: Readonly<Record<ProviderKind, (request: ModelRequest, model: string) => Options>> = {
  // Streamed eagerly, arguments are not checked by the provider, and may be no JSON at all.
  anthropic: ({ parallelToolCalls, tools }) => ({
    anthropic: {
      toolStreaming: false,
      ...(parallelToolCalls || tools.length === 0 ? {} : { disableParallelToolUse: true }),
    },
  }),
  // Nothing is left with the provider: what it wants back of its reasoning comes sealed with the reply.
  openai: ({ parallelToolCalls, tools }) => ({
    openai: { store: false, ...(tools.length === 0 ? {} : { parallelToolCalls }) },
  }),
  "openai-chat": ({ parallelToolCalls, tools }) => (tools.length === 0 ? undefined : { openai: { parallelToolCalls } }),
  // Servers that do not know the field may refuse it: it is sent only where it says something.
  "openai-compatible": ({ parallelToolCalls, tools }) =>
    parallelToolCalls || tools.length === 0 ? undefined : { openaiCompatible: { parallel_tool_calls: false } },
  // The older ones refuse to be asked for thoughts.
  google: (_request, model) =>
    /gemini-(?:2\.5|[3-9])/.test(model) ? { google: { thinkingConfig: { includeThoughts: true } } } : undefined,
};
