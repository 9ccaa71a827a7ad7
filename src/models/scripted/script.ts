import { canonicalJson, type JsonObject } from "#kernel";
import type { ModelUsage, ReplyBlock } from "#ports";

type CallBlock = Extract<ReplyBlock, { kind: "tool_call" }>;

/** One block of a scripted reply. A call without an id gets one from its turn and place. */
export type ScriptedBlock =
  | Exclude<ReplyBlock, CallBlock>
  | (Omit<CallBlock, "providerCallId"> & { readonly providerCallId?: string });

/** What a reply says beside its blocks. */
export interface ReplyOptions {
  /** `tool_use` where there is a call and `end_turn` where there is none, unless it is given. */
  readonly stopReason?: string;
  readonly usage?: Partial<ModelUsage>;
  readonly responseId?: string;
  /** How long the model thinks first; a signal that fires ends it. */
  readonly delayMs?: number;
}

/** A reply as a script has it. */
export interface ScriptedReply extends ReplyOptions {
  readonly kind: "reply";
  readonly blocks: readonly ScriptedBlock[];
}

/** A `PortError` as a script has it. */
export interface ScriptedFailure {
  readonly kind: "failure";
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly delayMs?: number;
}

/** One turn of a script: what the model does when it is asked once. */
export type ScriptedTurn =
  | ScriptedReply
  | ScriptedFailure
  /** Answers with something that may be no reply at all. */
  | { readonly kind: "malformed"; readonly reply: unknown }
  /** Answers nothing until the signal fires. */
  | { readonly kind: "hang" }
  /** Streams the first chunks of a reply; then the stream ends, fails or hangs. */
  | {
      readonly kind: "partial";
      readonly reply: ScriptedReply;
      readonly chunks: number;
      readonly ending: "end" | "hang" | ScriptedFailure;
    };

/** A reply of text. */
export function say(text: string, options: ReplyOptions = {}): ScriptedReply {
  return { kind: "reply", blocks: [{ kind: "text", text }], ...options };
}

/** A reply of thinking; with {@link calls} it stands before something that is said. */
export function think(text: string, carry?: JsonObject): ScriptedReply {
  return { kind: "reply", blocks: [{ kind: "thinking", text, ...(carry === undefined ? {} : { carry }) }] };
}

/** A reply with one call. Arguments that are a text stand as they are: that is how a call gets arguments that are no JSON. */
export function call(
  tool: string,
  args: JsonObject | string,
  { id, ...options }: ReplyOptions & { readonly id?: string } = {},
): ScriptedReply {
  const argumentsText = typeof args === "string" ? args : canonicalJson(args);
  const given = id === undefined ? {} : { providerCallId: id };
  return { kind: "reply", blocks: [{ kind: "tool_call", tool, argumentsText, ...given }], ...options };
}

/** One reply of the blocks of several, in their order: parallel calls, or text before a call. Their own options do not count. */
export function calls(parts: readonly ScriptedReply[], options: ReplyOptions = {}): ScriptedReply {
  return { kind: "reply", blocks: parts.flatMap(({ blocks }) => blocks), ...options };
}

/** A call that fails: by default a transport that broke and may be tried again. */
export function failure(options: Partial<Omit<ScriptedFailure, "kind">> = {}): ScriptedFailure {
  return { kind: "failure", code: "transport", message: "the connection broke", retryable: true, ...options };
}

/** A turn that answers with anything at all, as an adapter with a bug would. */
export function malformed(reply: unknown): ScriptedTurn {
  return { kind: "malformed", reply };
}

/** A turn without an answer: it ends when its signal fires. */
export function hang(): ScriptedTurn {
  return { kind: "hang" };
}

/** A stream that stops after so many chunks. Asked for the whole, it fails as the stream would. */
export function partial(
  reply: ScriptedReply,
  { chunks, ending }: { readonly chunks: number; readonly ending: "end" | "hang" | ScriptedFailure },
): ScriptedTurn {
  return { kind: "partial", reply, chunks, ending };
}
