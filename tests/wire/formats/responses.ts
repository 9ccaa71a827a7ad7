import type { Json, JsonObject } from "#kernel";
import { type Answering, argumentsText, namedEvent, pieces, type WireFormat } from "../wire-format.ts";
import { stopOf, type WireBlock, type WireStop, type WireTurn } from "../wire-turn.ts";
import { readResponses } from "./responses-request.ts";

/** Why it is incomplete, where it is. */
const INCOMPLETE: Readonly<Record<WireStop, string | undefined>> = {
  tool_use: undefined,
  end_turn: undefined,
  max_tokens: "max_output_tokens",
  refusal: "content_filter",
};

/** OpenAI's Responses API. */
export const responses: WireFormat = {
  name: "openai-responses",
  owns: (path) => path === "/v1/responses",
  read: readResponses,
  events,
  whole: (turn, answering) =>
    ending(
      turn,
      head(answering),
      turn.blocks.map((block) => item(block, answering)),
    ),
  error: (_status, message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
};

type Unnumbered = JsonObject & { readonly type: string };

function events(turn: WireTurn, answering: Answering): readonly string[] {
  const top = head(answering);
  const begun = { ...top, status: "in_progress", incomplete_details: null, output: [], usage: null };
  const items = turn.blocks.map((block) => item(block, answering));
  const end = ending(turn, top, items);
  const parts: readonly Unnumbered[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...items.flatMap((done, at) => itemEvents(turn.blocks[at], done, at)),
    { type: end["status"] === "incomplete" ? "response.incomplete" : "response.completed", response: end },
  ];
  return parts.map((part, sequence_number) => namedEvent({ ...part, sequence_number }));
}

function itemEvents(block: WireBlock | undefined, done: JsonObject, output_index: number): readonly Unnumbered[] {
  if (block === undefined) return [];
  const where = { item_id: done["id"] ?? null, output_index };
  const [opening, between] = partEvents(block, where);
  return [
    { type: "response.output_item.added", output_index, item: { ...done, ...opening } },
    ...between,
    { type: "response.output_item.done", output_index, item: done },
  ];
}

/** What an item looks like when it begins, and what comes before its end. */
function partEvents(block: WireBlock, where: JsonObject): readonly [JsonObject, readonly Unnumbered[]] {
  switch (block.kind) {
    case "text": {
      const spot = { ...where, content_index: 0 };
      const part = { type: "output_text", text: block.text, annotations: [], logprobs: [] };
      const deltas = pieces(block.text).map((delta) => ({
        type: "response.output_text.delta",
        ...spot,
        delta,
        logprobs: [],
      }));
      return [
        { status: "in_progress", content: [] },
        [
          { type: "response.content_part.added", ...spot, part: { ...part, text: "" } },
          ...deltas,
          { type: "response.output_text.done", ...spot, text: block.text, logprobs: [] },
          { type: "response.content_part.done", ...spot, part },
        ],
      ];
    }
    case "thinking": {
      const spot = { ...where, summary_index: 0 };
      const part = { type: "summary_text", text: block.text };
      const deltas = pieces(block.text).map((delta) => ({
        type: "response.reasoning_summary_text.delta",
        ...spot,
        delta,
      }));
      return [
        { summary: [] },
        [
          { type: "response.reasoning_summary_part.added", ...spot, part: { ...part, text: "" } },
          ...deltas,
          { type: "response.reasoning_summary_text.done", ...spot, text: block.text },
          { type: "response.reasoning_summary_part.done", ...spot, part },
        ],
      ];
    }
    case "call": {
      const text = argumentsText(block.args);
      const deltas = pieces(text).map((delta) => ({ type: "response.function_call_arguments.delta", ...where, delta }));
      const end = { type: "response.function_call_arguments.done", ...where, arguments: text };
      return [{ status: "in_progress", arguments: "" }, [...deltas, end]];
    }
    default:
      return block satisfies never;
  }
}

function item(block: WireBlock, { given }: Answering): JsonObject {
  switch (block.kind) {
    case "text": {
      const content = [{ type: "output_text", text: block.text, annotations: [], logprobs: [] }];
      return { id: given.newId("msg_"), type: "message", status: "completed", role: "assistant", content };
    }
    case "thinking": {
      given.sealed.set(block.signature, block.text);
      const summary = [{ type: "summary_text", text: block.text }];
      return { id: given.newId("rs_"), type: "reasoning", summary, encrypted_content: block.signature };
    }
    case "call": {
      given.tools.add(block.tool);
      const call_id = block.id ?? given.newId("call_");
      const call = { name: block.tool, arguments: argumentsText(block.args), status: "completed" };
      return { id: given.newId("fc_"), type: "function_call", call_id, ...call };
    }
    default:
      return block satisfies never;
  }
}

function ending(turn: WireTurn, top: JsonObject, output: readonly Json[]): JsonObject {
  const reason = INCOMPLETE[stopOf(turn)];
  const { usage = { input: 100, output: 20 } } = turn;
  return {
    ...top,
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

function head({ request, given }: Answering): JsonObject {
  return { id: given.newId("resp_"), object: "response", created_at: 1_700_000_000, model: request.model, error: null };
}
