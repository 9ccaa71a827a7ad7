import type { Utf8 } from "../../json/utf8.ts";
import type { JsonObject } from "../../json/value.ts";
import { callArguments } from "./call-arguments.ts";
import { type Conversation, EMPTY, type NoteChange } from "./exported.ts";
import { type PairedBlock, type PairedCall, type PairedMessage, pairMessages } from "./pair-messages.ts";
import { providerName } from "./provider-names.ts";

/** What somebody said, as far as it is one message. */
interface Said {
  readonly role: "user" | "assistant";
  /** The first message of the history that is part of it. */
  readonly from: number;
  readonly texts: string[];
  readonly calls: JsonObject[];
}

type Merged = Said | { readonly role: "tool"; readonly rows: readonly JsonObject[] };

/** `messages` of a request to OpenAI's Chat Completions API. */
export function openaiBody({ system, messages }: Conversation, utf8: Utf8, note: NoteChange): JsonObject {
  const merged: Merged[] = [];
  for (const [at, message] of pairMessages(messages).entries())
    merge(merged, message, { at, utf8, note: (change) => note(change, at) });
  const rows = merged.flatMap((said) => (said.role === "tool" ? said.rows : [rowOf(said, note)]));
  return { messages: system.trim() === "" ? rows : [{ role: "system", content: system }, ...rows] };
}

interface Manner {
  readonly at: number;
  readonly utf8: Utf8;
  readonly note: (change: Parameters<NoteChange>[0]) => void;
}

function merge(merged: Merged[], message: PairedMessage, manner: Manner): void {
  if (message.role === "tool") {
    const rows = message.answers.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text }));
    merged.push({ role: "tool", rows });
    return;
  }
  const last = merged.at(-1);
  const into = last?.role === message.role ? last : { role: message.role, from: manner.at, texts: [], calls: [] };
  if (into !== last) merged.push(into);
  if (message.role === "user") addText(into, message.text);
  else for (const block of message.blocks) addBlock(into, block, manner);
}

function addBlock(said: Said, block: PairedBlock, manner: Manner): void {
  switch (block.kind) {
    case "text":
      return addText(said, block.text);
    case "tool_call":
      said.calls.push(callRow(block, manner));
      return;
    case "thinking":
      return manner.note("thinking_left_out");
    case "provider_executed":
      return manner.note("provider_block_left_out");
    default:
      block satisfies never;
  }
}

function addText({ texts }: Said, text: string): void {
  if (text.trim() !== "") texts.push(text);
}

function callRow({ id, tool, argumentsText }: PairedCall, { utf8, note }: Manner): JsonObject {
  const name = providerName(tool);
  if (name !== tool) note("tool_renamed");
  const isObject = callArguments(argumentsText, utf8) !== undefined;
  if (!isObject) note("arguments_wrapped");
  const object = argumentsText.trim() === "" ? "{}" : argumentsText;
  // Servers that speak this language read the arguments again, and fail on a text that is none.
  const wrapped = isObject ? object : `{"malformed_arguments":${JSON.stringify(argumentsText.toWellFormed())}}`;
  return { id, type: "function", function: { name, arguments: wrapped } };
}

function rowOf({ role, from, texts, calls }: Said, note: NoteChange): JsonObject {
  if (calls.length > 0) return { role, content: texts.length === 0 ? null : texts.join("\n\n"), tool_calls: calls };
  if (texts.length === 0) note("empty_filled", from);
  return { role, content: texts.length === 0 ? EMPTY : texts.join("\n\n") };
}
