import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "#kernel";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import { startWireChild } from "./start-wire-child.ts";
import type { WireFormatName } from "./wire-request.ts";
import { say, thinking } from "./wire-turn.ts";

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer({ script: [thinking("Hm.", "seal-1", say("Yes."))] });
  // The server knows its seal only once it has given it out.
  for (const format of ["anthropic", "openai-responses", "google"] as const) await post(format, {});
});
afterAll(() => server.close());

const SCHEMA = { type: "object", properties: {} };
const PATHS = {
  anthropic: "/v1/messages",
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  google: "/v1beta/models/gemini-3-pro-preview:generateContent",
} as const satisfies Record<WireFormatName, string>;
const HEADERS: Readonly<Record<WireFormatName, Readonly<Record<string, string>>>> = {
  anthropic: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
  "openai-chat": { authorization: "Bearer k" },
  "openai-responses": { authorization: "Bearer k" },
  google: { "x-goog-api-key": "k" },
};
const BODIES: Readonly<Record<WireFormatName, JsonObject>> = {
  anthropic: {
    model: "claude",
    max_tokens: 9,
    tools: [{ name: "read", input_schema: SCHEMA }],
    messages: [{ role: "user", content: "go" }],
  },
  "openai-chat": {
    model: "gpt",
    max_tokens: 9,
    tools: [{ type: "function", function: { name: "read", parameters: SCHEMA } }],
    messages: [{ role: "user", content: "go" }],
  },
  "openai-responses": {
    model: "gpt",
    store: false,
    max_output_tokens: 9,
    tools: [{ type: "function", name: "read", parameters: SCHEMA }],
    input: [{ role: "user", content: [{ type: "input_text", text: "go" }] }],
  },
  google: {
    generationConfig: { maxOutputTokens: 9 },
    tools: [{ functionDeclarations: [{ name: "read", parameters: SCHEMA }] }],
    contents: [{ role: "user", parts: [{ text: "go" }] }],
  },
};

async function post(
  format: WireFormatName,
  changes: JsonObject,
  headers = HEADERS[format],
): Promise<{ readonly status: number; readonly error: Json }> {
  const body = JSON.stringify({ ...BODIES[format], ...changes });
  const url = `http://127.0.0.1:${server.port}${PATHS[format]}`;
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/json" },
  });
  const told = (await answer.json()) as { readonly error?: { readonly message: string } };
  return { status: answer.status, error: told.error?.message ?? null };
}

const go = { role: "user", content: "go" };
const use = (id: string, name = "read"): JsonObject => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input: {} }],
});
const result = (id: string): JsonObject => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content: "x" }],
});
const thought = (signature: string, text = "Hm."): JsonObject => ({
  role: "assistant",
  content: [
    { type: "thinking", thinking: text, signature },
    { type: "text", text: "Yes." },
  ],
});
const toolCall = (id: string, text = "{}"): JsonObject => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "read", arguments: text } }],
});
const toolText = (id: string): JsonObject => ({ role: "tool", tool_call_id: id, content: "x" });
const item = { role: "user", content: [{ type: "input_text", text: "go" }] };
const call = (call_id: string): JsonObject => ({ type: "function_call", call_id, name: "read", arguments: "{}" });
const output = (call_id: string): JsonObject => ({ type: "function_call_output", call_id, output: "x" });
const reasoning = (encrypted_content: string): JsonObject => ({
  type: "reasoning",
  id: "rs_1",
  encrypted_content,
  summary: [{ type: "summary_text", text: "Hm." }],
});
const part = { role: "user", parts: [{ text: "go" }] };
const functionCall = (thoughtSignature?: string): JsonObject => ({
  role: "model",
  parts: [
    { functionCall: { name: "read", args: {} }, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) },
  ],
});
const functionResponse = { role: "user", parts: [{ functionResponse: { name: "read", response: { content: "x" } } }] };

test.each<[WireFormatName, string, JsonObject]>([
  ["anthropic", "a call with its result", { messages: [go, use("a"), result("a")] }],
  ["anthropic", "thinking as it was given", { messages: [go, thought("seal-1"), go] }],
  ["openai-chat", "a call with its result", { messages: [go, toolCall("a"), toolText("a")] }],
  ["openai-responses", "a call with its result", { input: [item, reasoning("seal-1"), call("a"), output("a")] }],
  ["google", "a call with its result", { contents: [part, functionCall("seal-1"), functionResponse] }],
])("%s takes %s", async (format, _what, changes) => {
  expect(await post(format, changes)).toEqual({ status: 200, error: null });
});

test.each<[WireFormatName, string, JsonObject, RegExp]>([
  ["anthropic", "no limit of tokens", { max_tokens: null }, /max_tokens: Field required/],
  ["anthropic", "a call without its result", { messages: [go, use("a"), go] }, /ids were found without `tool_result`/],
  ["anthropic", "a call at the end", { messages: [go, use("a")] }, /ids were found without `tool_result`/],
  [
    "anthropic",
    "a result of no call",
    { messages: [go, use("a"), result("b")] },
    /ids were found without `tool_result`/,
  ],
  ["anthropic", "a result at the beginning", { messages: [result("b")] }, /unexpected `tool_use_id`/],
  ["anthropic", "an id twice", { messages: [go, use("a"), result("a"), use("a"), result("a")] }, /must be unique/],
  ["anthropic", "the same role twice", { messages: [go, go] }, /alternate/],
  ["anthropic", "a tool nobody knows", { messages: [go, use("a", "rm"), result("a")] }, /unknown tool/],
  ["anthropic", "a changed seal", { messages: [go, thought("seal-2"), go] }, /Invalid `signature`/],
  ["anthropic", "changed thinking", { messages: [go, thought("seal-1", "Hm!"), go] }, /Invalid `signature`/],
  ["anthropic", "empty text", { messages: [{ role: "user", content: " " }] }, /non-whitespace/],
  ["openai-chat", "no limit of tokens", { max_tokens: null }, /max_tokens: Field required/],
  [
    "openai-chat",
    "a call without its result",
    { messages: [go, toolCall("a"), go] },
    /did not have response messages: a/,
  ],
  ["openai-chat", "a result of no call", { messages: [go, toolText("a")] }, /must be a response/],
  [
    "openai-chat",
    "arguments that are none",
    { messages: [go, toolCall("a", "{"), toolText("a")] },
    /not a JSON object/,
  ],
  ["openai-chat", "a long id", { messages: [go, toolCall("a".repeat(41)), toolText("a".repeat(41))] }, /too long/],
  ["openai-chat", "the same role twice", { messages: [go, go] }, /alternate/],
  ["openai-responses", "no limit of tokens", { max_output_tokens: null }, /max_output_tokens: Field required/],
  ["openai-responses", "a call without its result", { input: [item, call("a"), item] }, /No tool output found/],
  ["openai-responses", "a result of no call", { input: [item, output("a")] }, /No tool call found/],
  [
    "openai-responses",
    "a changed seal",
    { input: [item, reasoning("x"), call("a"), output("a")] },
    /could not be verified/,
  ],
  ["openai-responses", "reasoning alone", { input: [item, reasoning("seal-1"), item] }, /required following item/],
  ["google", "no limit of tokens", { generationConfig: {} }, /maxOutputTokens: Field required/],
  [
    "google",
    "a call without its result",
    { contents: [part, functionCall("seal-1"), part] },
    /function response parts/,
  ],
  ["google", "a result of no call", { contents: [functionResponse] }, /immediately after a function call turn/],
  ["google", "a lost seal", { contents: [part, functionCall(), functionResponse] }, /missing a thought_signature/],
  ["google", "a changed seal", { contents: [part, functionCall("x"), functionResponse] }, /not valid/],
])("%s refuses %s (R11)", async (format, _what, changes, sentence) => {
  expect(await post(format, changes)).toEqual({ status: 400, error: expect.stringMatching(sentence) });
});

test("nobody is served without a key", async () => {
  const statuses = await Promise.all(
    (Object.keys(PATHS) as WireFormatName[]).map(async (format) => (await post(format, {}, {})).status),
  );
  expect(statuses).toEqual([401, 401, 401, 403]);
});

test("a provider in a process of its own answers, fails as it is told, and counts", async () => {
  const child = await startWireChild({ script: [say("Yes.")], faults: { 1: { kind: "status", status: 503 } } });
  try {
    const url = `http://127.0.0.1:${child.port}${PATHS.anthropic}`;
    const send = async (): Promise<number> =>
      (await fetch(url, { method: "POST", body: JSON.stringify(BODIES.anthropic), headers: HEADERS.anthropic })).status;
    expect([await send(), await send(), await send()]).toEqual([200, 503, 200]);
    await child.came(3);
    expect(await child.requests()).toHaveLength(3);
  } finally {
    await child.close();
  }
});
