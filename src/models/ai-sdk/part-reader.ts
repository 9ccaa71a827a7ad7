import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Json, JsonObject } from "#kernel";
import type { ModelChunk, ReplyBlock } from "#ports";
import { modelError } from "../model-error.ts";
import type { TokenCounts } from "../provider/usage/token-counts.ts";

/** Parts that say nothing. */
const SILENT: ReadonlySet<LanguageModelV4StreamPart["type"]> = new Set(["ping", "raw", "response-metadata"]);

interface Draft {
  readonly kind: "text" | "thinking";
  text: string;
  metadata: object | undefined;
}

/** Puts a reply together of the parts that a model of the AI SDK gives, blocks in the order in which they began. */
export class PartReader {
  readonly #provider: string;
  readonly #toolOf: (wireName: string) => string;
  readonly #blocks: (ReplyBlock | Draft)[] = [];
  readonly #open = new Map<string, Draft>();
  /** Calls that the provider ran: a result does not say so, its call does. */
  readonly #executed = new Set<string>();
  finish: LanguageModelV4FinishReason | undefined;
  tokens: TokenCounts | undefined;
  responseId: string | undefined;

  constructor(provider: string, toolOf: (wireName: string) => string) {
    this.#provider = provider;
    this.#toolOf = toolOf;
  }

  /** Takes one part of a stream; what it says as it comes. */
  take(part: LanguageModelV4StreamPart): ModelChunk | undefined {
    // A stream says once why it stopped, and nothing behind that: what comes later could have been meant otherwise.
    if (this.finish !== undefined && !SILENT.has(part.type))
      throw modelError("bad_reply", `the model gave a part of kind ${part.type} behind the end of its reply`);
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#draft(part);
        return undefined;
      case "text-delta":
      case "reasoning-delta":
        return this.#add(part);
      case "text-end":
      case "reasoning-end":
        this.#draft(part);
        this.#open.delete(`${part.type[0]} ${part.id}`);
        return undefined;
      case "tool-input-start":
        if (part.providerExecuted === true) return undefined;
        return { kind: "tool_call.started", providerCallId: part.id, tool: this.#toolOf(part.toolName) };
      case "tool-input-delta":
        return { kind: "tool_call.delta", providerCallId: part.id, argumentsText: part.delta };
      case "response-metadata":
        this.responseId = part.id ?? this.responseId;
        return undefined;
      case "finish":
        this.finish = part.finishReason;
        this.tokens = tokensOf(part.usage);
        return undefined;
      case "error":
        throw modelError("provider_failed", "the model's package reports an error in the stream", true);
      case "stream-start":
      case "tool-input-end":
      case "raw":
      case "ping":
        return undefined;
      case "tool-call":
      case "tool-result":
      case "custom":
      case "file":
      case "reasoning-file":
      case "source":
      case "tool-approval-request":
        this.takeWhole(part);
        return undefined;
      default:
        return part satisfies never;
    }
  }

  /** Takes a part that comes whole. */
  takeWhole(part: LanguageModelV4Content): void {
    switch (part.type) {
      case "text":
      case "reasoning":
        this.#blocks.push({
          kind: part.type === "text" ? "text" : "thinking",
          text: part.text,
          metadata: part.providerMetadata,
        });
        return;
      case "tool-call":
        return this.#call(part);
      case "tool-result":
        return this.#result(part);
      // A provider's own kind of block: it goes back as it came.
      case "custom":
        return this.#keep({ type: part.type, kind: part.kind, providerOptions: part.providerMetadata });
      // Nothing that a model has to be given back.
      case "source":
        return;
      case "file":
      case "reasoning-file":
      case "tool-approval-request":
        throw modelError("bad_reply", `the model gave a part of kind ${part.type}, which cannot be kept`);
      default:
        part satisfies never;
    }
  }

  blocks(): readonly ReplyBlock[] {
    return this.#blocks.flatMap((block): readonly ReplyBlock[] => {
      if (!("metadata" in block)) return [block];
      const { kind, text, metadata } = block;
      const carry = metadata === undefined && kind === "text" ? undefined : this.#carry({ metadata });
      if (carry === undefined) return text === "" ? [] : [{ kind, text }];
      return [{ kind, text, carry }];
    });
  }

  #draft({ type, id, providerMetadata }: { type: string; id: string; providerMetadata?: object }): Draft {
    const name = `${type[0]} ${id}`;
    let draft = this.#open.get(name);
    if (draft === undefined) {
      draft = { kind: type.startsWith("text") ? "text" : "thinking", text: "", metadata: undefined };
      this.#open.set(name, draft);
      this.#blocks.push(draft);
    }
    if (providerMetadata !== undefined) draft.metadata = { ...draft.metadata, ...providerMetadata };
    return draft;
  }

  #add(part: Extract<LanguageModelV4StreamPart, { type: "text-delta" | "reasoning-delta" }>): ModelChunk {
    const draft = this.#draft(part);
    draft.text += part.delta;
    return { kind: draft.kind === "text" ? "text.delta" : "thinking.delta", text: part.delta };
  }

  #call(part: LanguageModelV4ToolCall): void {
    if (part.providerExecuted === true) {
      this.#executed.add(part.toolCallId);
      return this.#keep({ ...part, input: inputOf(part.input), providerOptions: part.providerMetadata });
    }
    const { toolCallId, toolName, input, providerMetadata } = part;
    const call = { kind: "tool_call", providerCallId: toolCallId, tool: this.#toolOf(toolName) } as const;
    const argumentsText = input.trim() === "" ? "{}" : input;
    const carry = providerMetadata === undefined ? {} : { carry: this.#carry({ metadata: providerMetadata }) };
    this.#blocks.push({ ...call, argumentsText, ...carry });
  }

  #result(part: LanguageModelV4ToolResult): void {
    if (!this.#executed.has(part.toolCallId))
      throw modelError("bad_reply", "the model gave a result of a call that it did not run");
    const { type, toolCallId, toolName, result, isError, providerMetadata } = part;
    const output = { type: isError === true ? "error-json" : "json", value: result };
    this.#keep({ type, toolCallId, toolName, output, providerOptions: providerMetadata });
  }

  #keep(part: object): void {
    this.#blocks.push({ kind: "provider_executed", carry: this.#carry({ part }) });
  }

  /** A carry says whose it is: no provider gets what another one signed. */
  #carry(rest: { readonly [name: string]: object | undefined }): JsonObject {
    // What the packages give is JSON with holes; the writer leaves those out.
    const kept = JSON.parse(JSON.stringify(rest)) as Record<string, Json>;
    return { ...kept, provider: `ai-sdk:${this.#provider}` };
  }
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text) as unknown;
  } catch {
    return text;
  }
}

function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenCounts {
  return {
    input: count(inputTokens.total) ?? 0,
    output: count(outputTokens.total) ?? 0,
    cacheRead: count(inputTokens.cacheRead),
    cacheWrite: count(inputTokens.cacheWrite),
    reasoning: count(outputTokens.reasoning),
  };
}

function count(given: number | undefined): number | undefined {
  return given !== undefined && Number.isSafeInteger(given) && given >= 0 ? given : undefined;
}
