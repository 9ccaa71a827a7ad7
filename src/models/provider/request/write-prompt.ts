import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { HistoryBlock, ModelMessage, ModelRequest, ToolAnswer } from "#ports";
import { modelError } from "../../model-error.ts";
import { plainObject } from "../carry.ts";
import type { ProviderKind } from "../provider-table.ts";
import { assistantParts, type AssistantPart, OPTION_NAMES } from "./assistant-parts.ts";
import { reasoningFields } from "./reasoning-fields.ts";
import type { Splices } from "./splices.ts";
import type { WireNames } from "./wire-names.ts";

type PromptMessage = LanguageModelV4Prompt[number];
type Assistant = Extract<PromptMessage, { role: "assistant" }>;
type Options = NonNullable<PromptMessage["providerOptions"]>;

/** What a prompt is written with. */
export interface PromptManner {
  readonly kind: ProviderKind;
  readonly names: WireNames;
  readonly splices: Splices;
}

/** Stands where a provider refuses nothing at all. */
const EMPTY = "(empty)";

/** The conversation as the provider packages take it. A call without its answer, or an answer without its call, is refused here. */
export function writePrompt({ system, messages: given }: ModelRequest, manner: PromptManner): LanguageModelV4Prompt {
  const prompt: PromptMessage[] = [];
  const messages = joinedUsers(given);
  if (system.trim() !== "") prompt.push({ role: "system", content: system });
  const lastUser = messages.findLastIndex(({ role }) => role === "user");
  let open = new Map<string, string>();
  for (const [at, message] of messages.entries()) {
    if (message.role !== "tool") assertAnswered(open);
    if (message.role === "assistant") open = idsOf(message.blocks, manner.names);
    prompt.push(written(message, { ...manner, open, isInLoop: at > lastUser }));
    if (message.role === "tool") assertAnswered(open);
  }
  assertAnswered(open);
  return manner.kind === "anthropic" ? marked(prompt) : prompt;
}

/** What users said one behind the other is one message: many servers take no two of one side in a row. */
function joinedUsers(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "user")
      joined[joined.length - 1] = { role: "user", text: `${last.text}\n\n${message.text}` };
    else joined.push(message);
  }
  return joined;
}

interface MessageManner extends PromptManner {
  readonly open: Map<string, string>;
  /** Whether no word of the user stands behind it. */
  readonly isInLoop: boolean;
}

function written(message: ModelMessage, manner: MessageManner): PromptMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text.trim() === "" ? EMPTY : message.text }] };
    case "assistant":
      return assistant(message.blocks, manner);
    case "tool":
      return { role: "tool", content: message.answers.map((answer) => answerPart(answer, manner)) };
    default:
      return message satisfies never;
  }
}

function assistant(blocks: readonly HistoryBlock[], { isInLoop, open, ...manner }: MessageManner): Assistant {
  const sent = KEEPS_IDLE_THINKING[manner.kind] ? blocks : withoutIdleThinking(blocks);
  const parts = sent.flatMap((block) => assistantParts(block, { ...manner, callIds: open }));
  const content = callsLast(parts.length === 0 ? [{ type: "text", text: EMPTY }] : parts);
  const fields = manner.kind === "openai-compatible" && isInLoop ? reasoningFields(blocks) : undefined;
  if (fields === undefined) return { role: "assistant", content };
  return {
    role: "assistant",
    content,
    providerOptions: { [OPTION_NAMES[manner.kind]]: plainObject(fields) } as Options,
  };
}

/** Whether a provider takes thinking back that nothing came of: two refuse a message that ends with it. */
const KEEPS_IDLE_THINKING: Readonly<Record<ProviderKind, boolean>> = {
  anthropic: false,
  openai: false,
  "openai-chat": true,
  "openai-compatible": true,
  google: true,
};

function withoutIdleThinking(blocks: readonly HistoryBlock[]): readonly HistoryBlock[] {
  const isIdle = (block: HistoryBlock): boolean =>
    block.kind === "thinking" || (block.kind === "text" && block.text.trim() === "");
  return blocks.slice(0, blocks.findLastIndex((block) => !isIdle(block)) + 1);
}

/** Results have to stand right behind their calls: what was said behind the last call goes before the first. */
function callsLast(parts: readonly AssistantPart[]): AssistantPart[] {
  const first = parts.findIndex(({ type }) => type === "tool-call");
  const last = parts.findLastIndex(({ type }) => type === "tool-call");
  if (first === -1) return [...parts];
  return [...parts.slice(0, first), ...parts.slice(last + 1), ...parts.slice(first, last + 1)];
}

type AnswerPart = Extract<Extract<PromptMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

function answerPart({ toolCallId, tool, text, isFailure }: ToolAnswer, { names, open }: MessageManner): AnswerPart {
  const id = open.get(toolCallId);
  if (id === undefined) throw modelError("unsendable", `the history answers ${toolCallId}, which is no open call`);
  open.delete(toolCallId);
  const value = text.trim() === "" ? EMPTY : text;
  const output = { type: isFailure ? "error-text" : "text", value } as const;
  return { type: "tool-result", toolCallId: id, toolName: names.tool(tool), output };
}

function idsOf(blocks: readonly HistoryBlock[], names: WireNames): Map<string, string> {
  return new Map(
    blocks.flatMap((block) => (block.kind === "tool_call" ? [[block.toolCallId, names.callId(block.toolCallId)]] : [])),
  );
}

function assertAnswered(open: ReadonlyMap<string, string>): void {
  const [toolCallId] = open.keys();
  if (toolCallId !== undefined) throw modelError("unsendable", `the call ${toolCallId} of the history has no answer`);
}

const CACHED: Options = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** Marks up to where Anthropic may keep what it read: the system text, and the newest message that is not the model's. */
function marked(prompt: readonly PromptMessage[]): LanguageModelV4Prompt {
  const newest = prompt.findLastIndex(({ role }) => role === "user" || role === "tool");
  return prompt.map((message, at) =>
    message.role === "system" || at === newest ? { ...message, providerOptions: CACHED } : message,
  );
}
