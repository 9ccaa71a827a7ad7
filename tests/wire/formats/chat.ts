import type { Json, JsonObject } from "#kernel";
import { type Answering, argumentsText, dataEvent, pieces, type WireFormat } from "../wire-format.ts";
import { stopOf, type WireBlock, type WireStop, type WireTurn } from "../wire-turn.ts";
import { readChat } from "./chat-request.ts";

const STOPS = {
  tool_use: "tool_calls",
  end_turn: "stop",
  max_tokens: "length",
  refusal: "content_filter",
} as const satisfies Record<WireStop, string>;

/** OpenAI's Chat Completions, and what speaks its language. */
export const chat: WireFormat = {
  name: "openai-chat",
  owns: (path) => path === "/v1/chat/completions",
  read: readChat,
  events,
  whole: (turn, answering) => ({
    ...head(answering, "chat.completion"),
    choices: [{ index: 0, message: wholeMessage(turn, answering), finish_reason: STOPS[stopOf(turn)], logprobs: null }],
    usage: usageOf(turn),
  }),
  error: (_status, message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
};

function events(turn: WireTurn, answering: Answering): readonly string[] {
  const top = head(answering, "chat.completion.chunk");
  const chunk = (delta: JsonObject, finish_reason: string | null = null): string =>
    dataEvent({ ...top, choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null });
  const calls = turn.blocks.filter(({ kind }) => kind === "call");
  const asked = answering.raw.body["stream_options"];
  const wantsUsage = JSON.stringify(asked ?? {}) === '{"include_usage":true}';
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...turn.blocks.flatMap((block) => deltas(block, calls.indexOf(block), answering).map((delta) => chunk(delta))),
    chunk({}, STOPS[stopOf(turn)]),
    ...(wantsUsage ? [dataEvent({ ...top, choices: [], usage: usageOf(turn) })] : []),
    "data: [DONE]\n\n",
  ];
}

function deltas(block: WireBlock, index: number, answering: Answering): readonly JsonObject[] {
  switch (block.kind) {
    case "text":
      return pieces(block.text).map((content) => ({ content }));
    case "thinking":
      return pieces(block.text).map((reasoning_content) => ({ reasoning_content }));
    case "call": {
      const { function: named, ...call } = toolCall(block, answering);
      const opening = { index, ...call, function: { ...named, arguments: "" } };
      const parts = pieces(argumentsText(block.args)).map((text) => ({ index, function: { arguments: text } }));
      return [opening, ...parts].map((part) => ({ tool_calls: [part] }));
    }
    default:
      return block satisfies never;
  }
}

function toolCall(
  block: Extract<WireBlock, { kind: "call" }>,
  { given }: Answering,
): { id: string; type: string; function: JsonObject } {
  given.tools.add(block.tool);
  const id = block.id ?? given.newId("call_");
  return { id, type: "function", function: { name: block.tool, arguments: argumentsText(block.args) } };
}

function wholeMessage({ blocks }: WireTurn, answering: Answering): JsonObject {
  const text = blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("");
  const thought = blocks.flatMap((block) => (block.kind === "thinking" ? [block.text] : [])).join("");
  const calls = blocks.flatMap((block): Json[] => (block.kind === "call" ? [toolCall(block, answering)] : []));
  return {
    role: "assistant",
    content: text === "" ? null : text,
    refusal: null,
    ...(thought === "" ? {} : { reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function head({ request, given }: Answering, object: string): JsonObject {
  return { id: given.newId("chatcmpl-"), object, created: 1_700_000_000, model: request.model };
}

function usageOf({ usage = { input: 100, output: 20 } }: WireTurn): JsonObject {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
  };
}
