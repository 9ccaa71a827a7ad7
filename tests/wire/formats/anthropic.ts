import type { JsonObject } from "#kernel";
import { type Answering, argumentsObject, argumentsText, namedEvent, pieces, type WireFormat } from "../wire-format.ts";
import { stopOf, type WireBlock, type WireTurn } from "../wire-turn.ts";
import { readAnthropic } from "./anthropic-request.ts";

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic's Messages API. */
export const anthropic: WireFormat = {
  name: "anthropic",
  owns: (path) => path === "/v1/messages",
  read: readAnthropic,
  events,
  whole: (turn, answering) => ({
    ...head(answering),
    content: turn.blocks.map((block) => wholeBlock(block, answering)),
    stop_reason: stopOf(turn),
    usage: usageOf(turn),
  }),
  error: (status, message) => ({
    type: "error",
    error: { type: ERROR_TYPES[status] ?? "api_error", message },
    request_id: "req_wire",
  }),
};

function events(turn: WireTurn, answering: Answering): readonly string[] {
  const usage = usageOf(turn);
  const message = { ...head(answering), content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  return [
    namedEvent({ type: "message_start", message }),
    namedEvent({ type: "ping" }),
    ...turn.blocks.flatMap((block, index) => blockEvents(block, index, answering)),
    namedEvent({ type: "message_delta", delta: { stop_reason: stopOf(turn), stop_sequence: null }, usage }),
    namedEvent({ type: "message_stop" }),
  ];
}

function blockEvents(block: WireBlock, index: number, answering: Answering): readonly string[] {
  const [opening, deltas] = streamed(block, answering);
  return [
    namedEvent({ type: "content_block_start", index, content_block: opening }),
    ...deltas.map((delta) => namedEvent({ type: "content_block_delta", index, delta })),
    namedEvent({ type: "content_block_stop", index }),
  ];
}

function streamed(
  block: WireBlock,
  { given }: Answering,
): readonly [opening: JsonObject, deltas: readonly JsonObject[]] {
  switch (block.kind) {
    case "text":
      return [{ type: "text", text: "" }, pieces(block.text).map((text) => ({ type: "text_delta", text }))];
    case "thinking": {
      given.sealed.set(block.signature, block.text);
      const deltas = pieces(block.text).map((thinking) => ({ type: "thinking_delta", thinking }));
      const seal = { type: "signature_delta", signature: block.signature };
      return [{ type: "thinking", thinking: "", signature: "" }, [...deltas, seal]];
    }
    case "call": {
      given.tools.add(block.tool);
      const parts = ["", ...pieces(argumentsText(block.args))];
      const deltas = parts.map((partial_json) => ({ type: "input_json_delta", partial_json }));
      return [{ type: "tool_use", id: block.id ?? given.newId("toolu_"), name: block.tool, input: {} }, deltas];
    }
    default:
      return block satisfies never;
  }
}

function wholeBlock(block: WireBlock, answering: Answering): JsonObject {
  const [opening] = streamed(block, answering);
  switch (block.kind) {
    case "text":
      return { ...opening, text: block.text };
    case "thinking":
      return { ...opening, thinking: block.text, signature: block.signature };
    case "call":
      return { ...opening, input: argumentsObject(block.args) };
    default:
      return block satisfies never;
  }
}

function head({ request, given }: Answering): JsonObject {
  return {
    id: given.newId("msg_"),
    type: "message",
    role: "assistant",
    model: request.model,
    stop_sequence: null,
  };
}

function usageOf({ usage = { input: 100, output: 20 } }: WireTurn): JsonObject {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cacheRead ?? 0,
  };
}
