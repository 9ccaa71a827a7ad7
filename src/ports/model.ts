import type { JsonObject, ToolChoice } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";

/** One part of what a model said, in its order. `carry` is what the provider wants back unchanged, such as a signature; nobody else reads it. */
export type ReplyBlock =
  | { readonly kind: "text"; readonly text: string; readonly carry?: JsonObject }
  | { readonly kind: "thinking"; readonly text: string; readonly carry?: JsonObject }
  /** A call as the model wrote it: nobody has read its arguments yet. */
  | {
      readonly kind: "tool_call";
      readonly providerCallId: string;
      readonly tool: string;
      readonly argumentsText: string;
      readonly carry?: JsonObject;
    }
  /** Something the provider ran by itself: kept and sent back, never executed by us. */
  | { readonly kind: "provider_executed"; readonly carry: JsonObject };

/** What a reply cost. Cost is in millionths of the currency unit, and absent where nobody knows a price. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
  readonly costMicros?: number;
}

/** A whole reply. Untrusted: the runtime checks it before anything follows from it (R02). */
export interface ModelReply {
  readonly blocks: readonly ReplyBlock[];
  /** The provider's stop reason in the kernel's words, or its own word where it has none there: that one is handled by nobody. */
  readonly stopReason: string;
  readonly usage: ModelUsage;
  /** What the provider calls this reply. */
  readonly responseId?: string;
  /** The digest of the bytes that came over the wire, `sha256:` and 64 hex digits; absent where there was no wire. */
  readonly rawDigest?: string;
}

/** A piece of a reply as it comes. `reply` is the last one and holds the whole; a stream that ends without it was cut. */
export type ModelChunk =
  | { readonly kind: "text.delta"; readonly text: string }
  | { readonly kind: "thinking.delta"; readonly text: string }
  | { readonly kind: "tool_call.started"; readonly providerCallId: string; readonly tool: string }
  | { readonly kind: "tool_call.delta"; readonly providerCallId: string; readonly argumentsText: string }
  | { readonly kind: "reply"; readonly reply: ModelReply };

/** What a model is told that a tool can do. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly examples: readonly JsonObject[];
}

/** The result of one call as the model sees it. */
export interface ToolAnswer {
  /** The host's id of the call, by which the call stands in the history too. */
  readonly toolCallId: string;
  readonly tool: string;
  readonly text: string;
  readonly isFailure: boolean;
}

/** A call in the history: the provider's id is kept beside the host's, which is unique where providers reuse theirs (DESIGN 6). */
export type HistoryBlock =
  | Exclude<ReplyBlock, { kind: "tool_call" }>
  | (Extract<ReplyBlock, { kind: "tool_call" }> & { readonly toolCallId: string });

/** One message of a conversation. Every call of an assistant's message is answered in the next one: a history in which that is not so cannot be sent. */
export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly blocks: readonly HistoryBlock[] }
  | { readonly role: "tool"; readonly answers: readonly ToolAnswer[] };

/** Everything one model call depends on. */
export interface ModelRequest {
  readonly modelRef: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly toolChoice: ToolChoice;
  readonly parallelToolCalls: boolean;
  readonly maxOutputTokens: number;
}

/**
 * A model behind any provider. Throws `PortError` with port `model` (its `retryable` says whether the same request may be sent
 * again); a signal that fires ends the connection.
 */
export interface Model {
  /** Provider and model, such as `anthropic/claude-sonnet-4`. */
  readonly ref: string;
  complete(request: ModelRequest, signal: CancelSignal): Promise<ModelReply>;
  /** Absent where the model only answers whole. */
  stream?(request: ModelRequest, signal: CancelSignal): AsyncIterable<ModelChunk>;
}
