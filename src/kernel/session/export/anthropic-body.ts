import type { Utf8 } from "../../json/utf8.ts";
import type { JsonObject } from "../../json/value.ts";
import { callArguments } from "./call-arguments.ts";
import { type Conversation, EMPTY, type NoteChange } from "./exported.ts";
import { type PairedBlock, type PairedCall, type PairedMessage, pairMessages } from "./pair-messages.ts";
import { providerName } from "./provider-names.ts";

interface Message {
  readonly role: "user" | "assistant";
  /** The first message of the history that is part of it. */
  readonly from: number;
  readonly content: JsonObject[];
}

/** `system` and `messages` of a request to Anthropic's Messages API. */
export function anthropicBody({ system, messages }: Conversation, utf8: Utf8, note: NoteChange): JsonObject {
  const merged: Message[] = [];
  for (const [at, message] of pairMessages(messages).entries()) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = merged.at(-1);
    const into: Message = last?.role === role ? last : { role, from: at, content: [] };
    if (into !== last) merged.push(into);
    into.content.push(...contentOf(message, { utf8, note: (change) => note(change, at) }));
  }
  if (merged[0]?.role === "assistant") {
    note("first_message_added", 0);
    merged.unshift({ role: "user", from: 0, content: [textBlock(EMPTY)] });
  }
  for (const { content, from } of merged) if (content.length === 0) fill(content, () => note("empty_filled", from));
  trimEnd(merged.at(-1));
  const body = { messages: merged.map(({ role, content }) => ({ role, content })) };
  return system.trim() === "" ? body : { system, ...body };
}

interface Manner {
  readonly utf8: Utf8;
  readonly note: (change: Parameters<NoteChange>[0]) => void;
}

function contentOf(message: PairedMessage, manner: Manner): readonly JsonObject[] {
  switch (message.role) {
    case "user":
      return textOf(message.text);
    case "tool":
      return message.answers.map(({ id, text, isFailure }) => ({
        type: "tool_result",
        tool_use_id: id,
        // A failure without content is refused, a success may have none.
        ...(text === "" && !isFailure ? {} : { content: text.trim() === "" ? EMPTY : text }),
        ...(isFailure ? { is_error: true } : {}),
      }));
    case "assistant":
      return [
        ...message.blocks.flatMap((block) => saidBlock(block, manner)),
        // Last: the results have to stand immediately behind the calls, and text behind a call is in between.
        ...message.blocks.flatMap((block) => (block.kind === "tool_call" ? [callBlock(block, manner)] : [])),
      ];
    default:
      return message satisfies never;
  }
}

function saidBlock(block: PairedBlock, { note }: Manner): readonly JsonObject[] {
  switch (block.kind) {
    case "text":
      return textOf(block.text);
    case "thinking": {
      const thinking = thinkingBlock(block.text, block.carry);
      if (thinking === undefined) note("thinking_left_out");
      return thinking === undefined ? [] : [thinking];
    }
    case "provider_executed": {
      const own = ownBlock(block.carry);
      if (own === undefined) note("provider_block_left_out");
      return own === undefined ? [] : [own];
    }
    case "tool_call":
      return [];
    default:
      return block satisfies never;
  }
}

/** Thinking is taken back with the signature that came with it, or as the closed box that it was. */
function thinkingBlock(thinking: string, carry: JsonObject = {}): JsonObject | undefined {
  const { type, data, signature } = carry;
  if (type === "redacted_thinking" && typeof data === "string") return { type, data };
  return typeof signature === "string" ? { type: "thinking", thinking, signature } : undefined;
}

/** A block of a tool that Anthropic's own servers run, as the API takes it: whose it is stands beside it. */
function ownBlock({ provider = "anthropic", ...block }: JsonObject): JsonObject | undefined {
  const { type } = block;
  if (provider !== "anthropic" || typeof type !== "string") return undefined;
  return /^(?:server_tool_use|mcp_tool_use|[a-z_]+_tool_result)$/.test(type) ? block : undefined;
}

function callBlock({ id, tool, argumentsText }: PairedCall, { utf8, note }: Manner): JsonObject {
  const name = providerName(tool);
  if (name !== tool) note("tool_renamed");
  const input = callArguments(argumentsText, utf8);
  if (input === undefined) note("arguments_wrapped");
  return { type: "tool_use", id, name, input: input ?? { malformed_arguments: argumentsText } };
}

/** A text block; none for a text of nothing but space, which is refused. */
function textOf(text: string): readonly JsonObject[] {
  return text.trim() === "" ? [] : [textBlock(text)];
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

function fill(content: JsonObject[], noteIt: () => void): void {
  noteIt();
  content.push(textBlock(EMPTY));
}

/** What the assistant said last does not end with space: that is refused. */
function trimEnd(last: Message | undefined): void {
  const block = last?.content.at(-1);
  if (last?.role === "assistant" && typeof block?.["text"] === "string" && block["type"] === "text")
    last.content.splice(-1, 1, textBlock(block["text"].trimEnd()));
}
