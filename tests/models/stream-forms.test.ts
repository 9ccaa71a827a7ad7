import { expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { type Heard, hear, openAt } from "./support/hear.ts";
import { events, replyServer } from "./support/reply-server.ts";

/*
 * What real servers do beside the recorded streams: each vector is a body as it comes over the wire, and what has to be heard (R04, R15).
 */

interface Vector {
  readonly ref: string;
  readonly body: string | Uint8Array;
  /** The stop reason and the blocks, or the code of the error. */
  readonly heard:
    | { readonly stop: string; readonly blocks: readonly (string | JsonObject)[] }
    | { readonly error: string; readonly retryable: boolean };
}

function data(...values: readonly (JsonObject | string)[]): string {
  return values.map((value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`).join("");
}

type Typed = JsonObject & { readonly type: string };

function named(...values: readonly Typed[]): string {
  return values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join("");
}

const delta = (said: JsonObject, reason: string | null = null): JsonObject => ({
  id: "chatcmpl-1",
  choices: [{ index: 0, delta: said, finish_reason: reason }],
});
const piece = (call: JsonObject): JsonObject => delta({ tool_calls: [call] });
const USAGE = { id: "chatcmpl-1", choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } };

const start = {
  type: "message_start",
  message: { id: "msg_1", content: [], usage: { input_tokens: 5, output_tokens: 1 } },
};
const opened = (index: number, block: JsonObject): Typed => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const more = (index: number, part: JsonObject): Typed => ({ type: "content_block_delta", index, delta: part });
const shut = (index: number): Typed => ({ type: "content_block_stop", index });
const ended = (reason: string): readonly Typed[] => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];
const said = (index: number, text: string): readonly Typed[] => [
  opened(index, { type: "text", text: "" }),
  more(index, { type: "text_delta", text }),
  shut(index),
];
const asked = (index: number, json: string): readonly Typed[] => [
  opened(index, { type: "tool_use", id: "toolu_1", name: "read", input: {} }),
  more(index, { type: "input_json_delta", partial_json: json }),
];

const part = (value: JsonObject, reason?: string): JsonObject => ({
  candidates: [
    { content: { role: "model", parts: [value] }, ...(reason === undefined ? {} : { finishReason: reason }) },
  ],
});

const item = (value: JsonObject): readonly Typed[] => [
  { type: "response.output_item.added", output_index: 0, item: value },
  { type: "response.output_item.done", output_index: 0, item: value },
];
const message = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "hello" }] };
const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "read", arguments: '{"path":"a"}' };
const response = (status: string, rest: JsonObject = {}): Typed => ({
  type: `response.${status}`,
  response: { id: "resp_1", status, output: [], usage: { input_tokens: 1, output_tokens: 1 }, ...rest },
});

const READ = { tool: "read", args: '{"path":"a"}' };
const END = { stop: "end_turn", blocks: ["hello"] };

const VECTORS: Readonly<Record<string, Vector>> = {
  "chat: the usage comes last, in an event without choices": {
    ref: "openai-chat/m",
    body: data(delta({ content: "hello" }), delta({}, "stop"), USAGE, "[DONE]"),
    heard: END,
  },
  "chat: no [DONE], and no empty line behind the last event": {
    ref: "openai-compatible/m",
    body: data(delta({ content: "hello" }), delta({}, "stop")).trimEnd(),
    heard: END,
  },
  "chat: CRLF, a byte order mark, comments, and fields that nobody asked for": {
    ref: "openai-compatible/m",
    body: `\u{feff}: OPENROUTER PROCESSING\r\n\r\nid: 4\r\nretry: 10\r\n${data(delta({ content: "hello" }), delta({}, "stop"), "[DONE]").replaceAll("\n", "\r\n")}`,
    heard: END,
  },
  "chat: lines that end with CR alone, and data over several lines": {
    ref: "openai-compatible/m",
    body: `data: ${JSON.stringify(delta({ content: "hello" }, "stop"), null, 1).replaceAll("\n", "\rdata: ")}\r\r`,
    heard: END,
  },
  "chat: no space behind the colon, an event's name, and empty data": {
    ref: "openai-compatible/m",
    body: `event:chunk\ndata:${JSON.stringify(delta({ content: "hello" }, "stop"))}\n\nevent: end\n\n`,
    heard: END,
  },
  "chat: `stop` with calls is what local servers say": {
    ref: "openai-compatible/m",
    body: data(
      piece({ index: 0, id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } }),
      delta({}, "stop"),
    ),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "c1" }] },
  },
  "chat: `length` in the middle of a call shows the call, cut": {
    ref: "openai-chat/m",
    body: data(
      piece({ index: 0, id: "c1", function: { name: "read", arguments: '{"path":"' } }),
      delta({}, "length"),
      "[DONE]",
    ),
    heard: { stop: "max_tokens", blocks: [{ tool: "read", args: '{"path":"', id: "c1" }] },
  },
  "chat: a filter's stop reason keeps its own word": {
    ref: "openai-chat/m",
    body: data(delta({ content: "he" }), delta({}, "content_filter")),
    heard: { stop: "content_filter", blocks: ["he"] },
  },
  "chat: a refusal is text, and no ordinary end": {
    ref: "openai-chat/m",
    body: data(delta({ refusal: "I will " }), delta({ refusal: "not." }), delta({}, "stop")),
    heard: { stop: "refusal", blocks: ["I will not."] },
  },
  "chat: calls without id and index": {
    ref: "openai-compatible/m",
    body: data(
      piece({ function: { name: "read", arguments: '{"path"' } }),
      piece({ function: { arguments: ':"a"}' } }),
      piece({ function: { name: "list", arguments: "" } }),
      delta({}, "tool_calls"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        { ...READ, id: "" },
        { tool: "list", args: "{}", id: "" },
      ],
    },
  },
  "chat: two calls under one index are two calls": {
    ref: "openai-compatible/m",
    body: data(
      piece({ index: 0, id: "a", function: { name: "read", arguments: '{"path":"a"}' } }),
      piece({ index: 0, id: "b", function: { name: "read", arguments: '{"path":"b"}' } }),
      delta({}, "tool_calls"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        { ...READ, id: "a" },
        { tool: "read", args: '{"path":"b"}', id: "b" },
      ],
    },
  },
  "chat: two calls under one index and without ids are two calls": {
    ref: "openai-compatible/m",
    body: data(
      piece({ index: 0, function: { name: "read", arguments: '{"path":"a"}' } }),
      piece({ index: 0, function: { name: "read", arguments: "" } }),
      piece({ index: 0, function: { name: "read", arguments: '{"path":' } }),
      piece({ index: 0, function: { arguments: '"b"}' } }),
      piece({ index: 0, function: { name: "list", arguments: "" } }),
      delta({}, "tool_calls"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        { ...READ, id: "" },
        { tool: "read", args: '{"path":"b"}', id: "" },
        { tool: "list", args: "{}", id: "" },
      ],
    },
  },
  "chat: the name comes again with every piece": {
    ref: "openai-compatible/m",
    body: data(
      piece({ index: 0, id: "a", function: { name: "read", arguments: '{"path"' } }),
      piece({ index: 0, id: "a", function: { name: "read", arguments: ':"a"}' } }),
      delta({}, "tool_calls"),
    ),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "a" }] },
  },
  "chat: arguments as an object": {
    ref: "openai-compatible/m",
    body: data(
      piece({ index: 0, id: "a", function: { name: "read", arguments: { path: "a" } } }),
      delta({}, "tool_calls"),
    ),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "a" }] },
  },
  "chat: the old function_call": {
    ref: "openai-compatible/m",
    body: data(
      delta({ function_call: { name: "read", arguments: '{"path"' } }),
      delta({ function_call: { arguments: ':"a"}' } }),
      delta({}, "function_call"),
    ),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "" }] },
  },
  "chat: interleaved pieces of two calls": {
    ref: "openai-chat/m",
    body: data(
      piece({ index: 0, id: "a", function: { name: "read", arguments: "" } }),
      piece({ index: 1, id: "b", function: { name: "list", arguments: "{" } }),
      piece({ index: 0, function: { arguments: '{"path":"a"}' } }),
      piece({ index: 1, function: { arguments: "}" } }),
      delta({}, "tool_calls"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        { ...READ, id: "a" },
        { tool: "list", args: "{}", id: "b" },
      ],
    },
  },
  "chat: only the first of several choices is heard": {
    ref: "openai-chat/m",
    body: data(
      { choices: [{ index: 1, delta: { content: "other" }, finish_reason: "length" }] },
      {
        choices: [
          { index: 0, delta: { content: "hello" }, finish_reason: "stop" },
          { index: 1, delta: { content: "other" } },
        ],
      },
    ),
    heard: END,
  },
  "chat: a character whose halves come in two events": {
    ref: "openai-compatible/m",
    body: `data: {"choices":[{"index":0,"delta":{"content":"\\ud83d"}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"\\udc4b"},"finish_reason":"stop"}]}\n\n`,
    heard: { stop: "end_turn", blocks: ["👋"] },
  },
  "chat: thinking under two names at once is heard once": {
    ref: "openai-compatible/m",
    body: data(delta({ reasoning: "hm", reasoning_content: "hm" }), delta({ content: "hello" }, "stop")),
    heard: { stop: "end_turn", blocks: [{ thinking: "hm" }, "hello"] },
  },
  "chat: an error in the middle": {
    ref: "openai-compatible/m",
    body: data(delta({ content: "he" }), { error: { message: "CUDA out of memory", code: 500, type: "server_error" } }),
    heard: { error: "provider_failed", retryable: true },
  },
  "chat: an event that is no JSON": {
    ref: "openai-compatible/m",
    body: `${data(delta({ content: "he" }))}data: {"choices":[\n\n${data(delta({ content: "llo" }), delta({}, "stop"))}`,
    heard: { error: "bad_reply", retryable: true },
  },
  "chat: no stop reason before [DONE]": {
    ref: "openai-compatible/m",
    body: data(delta({ content: "hello" }), "[DONE]"),
    heard: { error: "stream_cut", retryable: true },
  },
  "chat: events of nothing keep the connection alive": {
    ref: "openai-compatible/m",
    body: `data:\n\n${data(delta({ content: "hello" }))}data: \n\n${data(delta({}, "stop"))}`,
    heard: END,
  },
  "chat: where the words come from is kept, and nothing that anybody runs": {
    ref: "openai-compatible/m",
    body: data(
      delta({ content: "hello" }),
      delta({ annotations: [{ type: "url_citation", url: "http://x" }] }),
      delta({}, "stop"),
    ),
    heard: {
      stop: "end_turn",
      blocks: [
        "hello",
        {
          carry: {
            provider: "openai-compatible",
            type: "annotations",
            annotations: [{ type: "url_citation", url: "http://x" }],
          },
        },
      ],
    },
  },
  "chat: nothing at all": { ref: "openai-compatible/m", body: "", heard: { error: "stream_cut", retryable: true } },
  "chat: a server that does not stream answers whole": {
    ref: "openai-compatible/m",
    body: JSON.stringify({
      choices: [{ index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" }],
    }),
    heard: END,
  },
  "chat: a web page": {
    ref: "openai-compatible/m",
    body: "<!DOCTYPE html><p>Sign in</p>",
    heard: { error: "bad_reply", retryable: false },
  },
  "anthropic: pings, unknown events and unknown deltas are passed over": {
    ref: "anthropic/m",
    body: named(start, { type: "ping" }, ...said(0, "hello"), { type: "later_invention" }, ...ended("end_turn")),
    heard: END,
  },
  "anthropic: pause_turn with what the provider ran": {
    ref: "anthropic/m",
    body: named(
      start,
      opened(0, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
      more(0, { type: "input_json_delta", partial_json: '{"query":"x"}' }),
      shut(0),
      ...ended("pause_turn"),
    ),
    heard: {
      stop: "pause_turn",
      blocks: [
        {
          carry: {
            provider: "anthropic",
            type: "server_tool_use",
            id: "srv_1",
            name: "web_search",
            input: { query: "x" },
          },
        },
      ],
    },
  },
  "anthropic: a refusal keeps its word": {
    ref: "anthropic/m",
    body: named(start, ...said(0, "he"), ...ended("refusal")),
    heard: { stop: "refusal", blocks: ["he"] },
  },
  "anthropic: the context window is full": {
    ref: "anthropic/m",
    body: named(start, ...said(0, "he"), ...ended("model_context_window_exceeded")),
    heard: { stop: "max_tokens", blocks: ["he"] },
  },
  "anthropic: max_tokens in the middle of a call shows the call, cut": {
    ref: "anthropic/m",
    body: named(start, ...asked(0, '{"path":"'), shut(0), ...ended("max_tokens")),
    heard: { stop: "max_tokens", blocks: [{ tool: "read", args: '{"path":"', id: "toolu_1" }] },
  },
  "anthropic: a call that begins and never ends is no call without arguments": {
    ref: "anthropic/m",
    body: named(start, opened(0, { type: "tool_use", id: "toolu_1", name: "read", input: {} }), ...ended("tool_use")),
    heard: { stop: "tool_use", blocks: [{ tool: "read", args: "{", id: "toolu_1" }] },
  },
  "anthropic: a call without arguments": {
    ref: "anthropic/m",
    body: named(
      start,
      opened(0, { type: "tool_use", id: "toolu_1", name: "list", input: {} }),
      more(0, { type: "input_json_delta", partial_json: "" }),
      shut(0),
      ...ended("tool_use"),
    ),
    heard: { stop: "tool_use", blocks: [{ tool: "list", args: "{}", id: "toolu_1" }] },
  },
  "anthropic: sealed thinking, and thinking that is shown to nobody": {
    ref: "anthropic/m",
    body: named(
      start,
      opened(0, { type: "redacted_thinking", data: "c2VhbGVk" }),
      shut(0),
      opened(1, { type: "thinking", thinking: "", signature: "" }),
      more(1, { type: "signature_delta", signature: "ab" }),
      more(1, { type: "signature_delta", signature: "cd==" }),
      shut(1),
      ...said(2, "hello"),
      ...ended("end_turn"),
    ),
    heard: {
      stop: "end_turn",
      blocks: [
        { thinking: "", carry: { provider: "anthropic", type: "redacted_thinking", data: "c2VhbGVk" } },
        { thinking: "", carry: { provider: "anthropic", signature: "abcd==" } },
        "hello",
      ],
    },
  },
  "anthropic: an overload in the middle": {
    ref: "anthropic/m",
    body: named(start, ...said(0, "he"), { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
    heard: { error: "provider_failed", retryable: true },
  },
  "anthropic: a stop reason without the end of the message": {
    ref: "anthropic/m",
    body: named(start, ...said(0, "hello"), ...ended("end_turn").slice(0, 1)),
    heard: { error: "stream_cut", retryable: true },
  },
  "anthropic: a piece of no block": {
    ref: "anthropic/m",
    body: named(start, more(3, { type: "text_delta", text: "x" }), ...ended("end_turn")),
    heard: { error: "bad_reply", retryable: true },
  },
  "anthropic: the message is told twice": {
    ref: "anthropic/m",
    body: named(start, start, ...said(0, "hello"), ...ended("end_turn"), ...ended("end_turn")),
    heard: END,
  },
  "anthropic: a message whose beginning holds the calls": {
    ref: "anthropic/m",
    body: named(
      {
        type: "message_start",
        message: {
          id: "msg_1",
          content: [{ type: "tool_use", id: "toolu_1", name: "read", input: { path: "a" } }],
          stop_reason: "tool_use",
        },
      },
      { type: "message_stop" },
    ),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "toolu_1" }] },
  },
  "google: STOP with a call": {
    ref: "google/m",
    body: data(part({ functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "c2ln" }, "STOP")),
    heard: { stop: "tool_use", blocks: [{ ...READ, id: "", carry: { provider: "google", thoughtSignature: "c2ln" } }] },
  },
  "google: a signature with a text of nothing": {
    ref: "google/m",
    body: data(
      part({ text: "hm", thought: true }),
      part({ text: "hello" }),
      part({ text: "", thoughtSignature: "c2ln" }, "STOP"),
    ),
    heard: {
      stop: "end_turn",
      blocks: [{ thinking: "hm" }, "hello", { text: "", carry: { provider: "google", thoughtSignature: "c2ln" } }],
    },
  },
  "google: STOP with every piece, as older models say it": {
    ref: "google/m",
    body: data(part({ text: "hel" }, "STOP"), part({ text: "lo" }, "STOP")),
    heard: END,
  },
  "google: MAX_TOKENS": {
    ref: "google/m",
    body: data(part({ text: "he" }), part({ text: "" }, "MAX_TOKENS")),
    heard: { stop: "max_tokens", blocks: ["he"] },
  },
  "google: a call in pieces that never ends": {
    ref: "google/m",
    body: data(
      part({ functionCall: { name: "read", willContinue: true } }),
      part(
        { functionCall: { partialArgs: [{ jsonPath: "$.path", stringValue: "a" }], willContinue: true } },
        "MAX_TOKENS",
      ),
    ),
    heard: { stop: "max_tokens", blocks: [{ tool: "read", args: "{", id: "" }] },
  },
  "google: a call in pieces": {
    ref: "google/m",
    body: data(
      part({ functionCall: { name: "edit", willContinue: true } }),
      part({
        functionCall: {
          partialArgs: [{ jsonPath: "$.edits[0].old", stringValue: "a", willContinue: true }],
          willContinue: true,
        },
      }),
      part({
        functionCall: {
          partialArgs: [
            { jsonPath: "$.edits[0].old", stringValue: "b" },
            { jsonPath: "$.count", numberValue: 2 },
          ],
          willContinue: true,
        },
      }),
      part({ functionCall: {} }, "STOP"),
    ),
    heard: { stop: "tool_use", blocks: [{ tool: "edit", args: '{"edits":[{"old":"ab"}],"count":2}', id: "" }] },
  },
  ...Object.fromEntries(
    ["SAFETY", "RECITATION", "MALFORMED_FUNCTION_CALL", "PROHIBITED_CONTENT", "OTHER"].map((word) => [
      `google: ${word} keeps its own word`,
      {
        ref: "google/m",
        body: data(part({ text: "he" }), { candidates: [{ finishReason: word }] }),
        heard: { stop: word, blocks: ["he"] },
      },
    ]),
  ),
  "google: a prompt that is blocked": {
    ref: "google/m",
    body: data({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 4 } }),
    heard: { stop: "SAFETY", blocks: [] },
  },
  "google: code that the provider ran": {
    ref: "google/m",
    body: data(
      part({ executableCode: { language: "PYTHON", code: "1+1" } }),
      part({ codeExecutionResult: { outcome: "OUTCOME_OK", output: "2" } }),
      part({ text: "hello" }, "STOP"),
    ),
    heard: {
      stop: "end_turn",
      blocks: [
        { carry: { provider: "google", part: { executableCode: { language: "PYTHON", code: "1+1" } } } },
        { carry: { provider: "google", part: { codeExecutionResult: { outcome: "OUTCOME_OK", output: "2" } } } },
        "hello",
      ],
    },
  },
  "google: an error in the stream": {
    ref: "google/m",
    body: data({ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } }),
    heard: { error: "provider_failed", retryable: true },
  },
  "google: one list instead of a stream": {
    ref: "google/m",
    body: JSON.stringify([part({ text: "hel" }), part({ text: "lo" }, "STOP")]),
    heard: END,
  },
  "responses: no pieces, only whole items": {
    ref: "openai/m",
    body: named(...item(message), response("completed")),
    heard: END,
  },
  "responses: no items, only the whole response": {
    ref: "openai/m",
    body: named(response("completed", { output: [message, call] })),
    heard: { stop: "tool_use", blocks: ["hello", { ...READ, id: "call_1" }] },
  },
  "responses: incomplete for the limit, in the middle of a call": {
    ref: "openai/m",
    body: named(
      { type: "response.output_item.added", output_index: 0, item: { ...call, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"path":"' },
      response("incomplete", { incomplete_details: { reason: "max_output_tokens" } }),
    ),
    heard: { stop: "max_tokens", blocks: [{ tool: "read", args: '{"path":"', id: "call_1" }] },
  },
  "responses: incomplete for a filter keeps its word": {
    ref: "openai/m",
    body: named(...item(message), response("incomplete", { incomplete_details: { reason: "content_filter" } })),
    heard: { stop: "content_filter", blocks: ["hello"] },
  },
  "responses: failed": {
    ref: "openai/m",
    body: named(...item(message), response("failed", { error: { code: "server_error", message: "broken" } })),
    heard: { error: "provider_failed", retryable: true },
  },
  "responses: an error event": {
    ref: "openai/m",
    body: named({ type: "error", code: "rate_limit_exceeded", message: "slow down" }),
    heard: { error: "rate_limited", retryable: true },
  },
  "responses: a refusal": {
    ref: "openai/m",
    body: named(
      { type: "response.output_item.added", output_index: 0, item: { type: "message", content: [] } },
      { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "No." },
      response("completed"),
    ),
    heard: { stop: "refusal", blocks: ["No."] },
  },
  "responses: sealed reasoning": {
    ref: "openai/m",
    body: named(
      ...item({
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "hm" }],
        encrypted_content: "gAAA",
      }),
      { type: "response.output_item.done", output_index: 1, item: call },
      response("completed"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        {
          thinking: "hm",
          carry: {
            provider: "openai",
            item: {
              type: "reasoning",
              id: "rs_1",
              summary: [{ type: "summary_text", text: "hm" }],
              encrypted_content: "gAAA",
            },
          },
        },
        { ...READ, id: "call_1" },
      ],
    },
  },
  "responses: the whole arguments count where the pieces came twice, and nothing where they are empty": {
    ref: "openai/m",
    body: named(
      { type: "response.output_item.added", output_index: 0, item: { ...call, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"path":' },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"path":' },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: '"a"}' },
      { type: "response.output_item.done", output_index: 0, item: call },
      { type: "response.output_item.added", output_index: 1, item: { ...call, call_id: "call_2", arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"path":"a"}' },
      { type: "response.output_item.done", output_index: 1, item: { ...call, call_id: "call_2", arguments: "" } },
      response("completed"),
    ),
    heard: {
      stop: "tool_use",
      blocks: [
        { ...READ, id: "call_1" },
        { ...READ, id: "call_2" },
      ],
    },
  },
  "responses: cut before its end": {
    ref: "openai/m",
    body: named(...item(message)),
    heard: { error: "stream_cut", retryable: true },
  },
};

for (const [name, { ref, body, heard }] of Object.entries(VECTORS))
  test(name, async () => {
    const server = await replyServer(events(body));
    try {
      expect(summaryOf(await hear(await openAt(ref, server.url)))).toEqual(heard);
    } finally {
      await server.close();
    }
  });

function summaryOf({ reply, error }: Heard): unknown {
  if (reply === undefined) return { error: error?.code, retryable: error?.retryable };
  return {
    stop: reply.stopReason,
    blocks: reply.blocks.map((block) => {
      const carried = block.carry === undefined || "field" in block.carry ? {} : { carry: block.carry };
      switch (block.kind) {
        case "text":
          return block.carry === undefined ? block.text : { text: block.text, ...carried };
        case "thinking":
          return { thinking: block.text, ...carried };
        case "tool_call":
          return { tool: block.tool, args: block.argumentsText, id: block.providerCallId, ...carried };
        case "provider_executed":
          return carried;
        default:
          return block satisfies never;
      }
    }),
  };
}
