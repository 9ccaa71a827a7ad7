import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import type { HistoryBlock, ModelMessage, ModelRequest } from "#ports";
import { hear, openAt, PLAIN_REQUEST } from "./support/hear.ts";
import { type ReplyServer, replyServer, status } from "./support/reply-server.ts";

/*
 * What goes over the wire for each provider (R04): ids, carries, failures, limits, and histories that another provider began.
 */

let server: ReplyServer;
beforeAll(async () => {
  server = await replyServer(status(400, "{}"));
});
afterAll(() => server.close());

async function written(ref: string, request: Partial<ModelRequest>): Promise<JsonObject> {
  const before = server.requests.length;
  await hear(await openAt(ref, server.url), { request: { ...PLAIN_REQUEST, ...request } });
  return JSON.parse(server.requests[before]?.body ?? "{}") as JsonObject;
}

const user = (text: string): ModelMessage => ({ role: "user", text });
const call = (toolCallId: string, argumentsText: string, rest: JsonObject = {}): HistoryBlock => ({
  kind: "tool_call",
  providerCallId: "same",
  tool: "read",
  toolCallId,
  argumentsText,
  ...rest,
});
const answer = (toolCallId: string, text: string, isFailure = false): ModelMessage => ({
  role: "tool",
  answers: [{ toolCallId, tool: "read", text, isFailure }],
});
const assistant = (...blocks: readonly HistoryBlock[]): ModelMessage => ({ role: "assistant", blocks });

test("ids are the host's, unique in the whole request, where every turn counts from one", async () => {
  const messages = [
    user("go"),
    assistant(call("tc-1-1", "{}")),
    answer("tc-1-1", "one"),
    assistant(call("tc-1-1", "{}")),
    answer("tc-1-1", "two"),
  ];
  const chat = (await written("openai-chat/m", { messages }))["messages"] as readonly JsonObject[];
  const ids = chat.flatMap((message) =>
    [
      ...((message["tool_calls"] ?? []) as readonly JsonObject[]).map(({ id }) => id),
      message["tool_call_id"] ?? [],
    ].flat(),
  );
  expect(ids).toEqual(["tc-1-1", "tc-1-1", "tc-1-1_2", "tc-1-1_2"]);
  const short = await written("mistral/m", { messages });
  const mistral = (short["messages"] as readonly JsonObject[]).flatMap(({ tool_call_id: id }) =>
    typeof id === "string" ? [id] : [],
  );
  expect([mistral.every((id) => /^[a-z0-9]{9}$/.test(id)), new Set(mistral).size, "stream_options" in short]).toEqual([
    true,
    2,
    false,
  ]);
});

test("arguments go back as the model wrote them where the provider takes text; what is no object stands as a text in one", async () => {
  const messages = [
    user("go"),
    assistant(call("a", '{"n": 1.0, "big": 12345678901234567890}'), call("b", "{broken"), call("c", "")),
    {
      role: "tool",
      answers: ["a", "b", "c"].map((toolCallId) => ({ toolCallId, tool: "read", text: "x", isFailure: false })),
    } as ModelMessage,
  ];
  const given = async (ref: string): Promise<unknown> => {
    const { messages: sent } = await written(ref, { messages });
    const [, said] = (sent as readonly JsonObject[]).filter(({ role }) => role !== "system");
    return ((said?.["tool_calls"] ?? []) as readonly JsonObject[]).map(
      (one) => (one["function"] as JsonObject)["arguments"],
    );
  };
  const expected = ['{"n": 1.0, "big": 12345678901234567890}', '{"malformed_arguments":"{broken"}', "{}"];
  expect([await given("openai-chat/m"), await given("ollama/m")]).toEqual([expected, expected]);
});

test("a failure is marked where the provider can say so", async () => {
  const messages = [user("go"), assistant(call("a", "{}")), answer("a", "no such file", true)];
  const sent = JSON.stringify((await written("anthropic/m", { messages }))["messages"]);
  expect(sent).toContain('"tool_use_id":"a","content":"no such file","is_error":true');
  expect(JSON.stringify(await written("google/gemini-3-pro", { messages }))).toContain('"error":"no such file"');
});

test("limits, tool choice and parallel calls are told to every provider in its own way", async () => {
  const wish = {
    maxOutputTokens: 321,
    parallelToolCalls: false,
    toolChoice: { kind: "specific", tool: "read" },
  } as const;
  expect(await written("anthropic/claude-x", wish)).toMatchObject({
    max_tokens: 321,
    tool_choice: { type: "tool", name: "read", disable_parallel_tool_use: true },
  });
  expect(await written("openai/gpt-5", wish)).toMatchObject({
    max_output_tokens: 321,
    parallel_tool_calls: false,
    store: false,
    tool_choice: { type: "function", name: "read" },
  });
  expect(await written("openai-chat/gpt-4.1", wish)).toMatchObject({
    max_tokens: 321,
    parallel_tool_calls: false,
    tool_choice: { type: "function", function: { name: "read" } },
  });
  expect(await written("ollama/qwen", wish)).toMatchObject({
    max_tokens: 321,
    parallel_tool_calls: false,
    tool_choice: { type: "function", function: { name: "read" } },
    stream_options: { include_usage: true },
  });
  expect(await written("google/gemini-2.5-pro", wish)).toMatchObject({
    generationConfig: { maxOutputTokens: 321, thinkingConfig: { includeThoughts: true } },
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["read"] } },
  });
});

test("Anthropic may keep the system text and everything up to the newest answer", async () => {
  const { system, messages } = await written("anthropic/m", {
    messages: [user("one"), assistant({ kind: "text", text: "two" }), user("three")],
  });
  const cached = { cache_control: { type: "ephemeral" } };
  expect([system, messages]).toEqual([
    [{ type: "text", text: "You are terse.", ...cached }],
    [
      { role: "user", content: [{ type: "text", text: "one" }] },
      { role: "assistant", content: [{ type: "text", text: "two" }] },
      { role: "user", content: [{ type: "text", text: "three", ...cached }] },
    ],
  ]);
});

test("a conversation that another provider began stays legal: its seals are left out, what it ran is named", async () => {
  const messages = [
    user("go"),
    assistant(
      { kind: "thinking", text: "hm", carry: { provider: "google", thoughtSignature: "c2ln" } },
      { kind: "thinking", text: "unsigned" },
      { kind: "provider_executed", carry: { provider: "openai", item: { type: "web_search_call", id: "ws_1" } } },
      { kind: "text", text: "I read.", carry: { provider: "google", thoughtSignature: "c2ln" } },
      call("a", '{"path":"a"}', { carry: { provider: "google", thoughtSignature: "c2ln" } }),
    ),
    answer("a", "x"),
  ];
  const { messages: anthropic } = await written("anthropic/m", { messages });
  expect((anthropic as readonly JsonObject[])[1]).toEqual({
    role: "assistant",
    content: [
      { type: "text", text: "[run by the provider: web_search_call]" },
      { type: "text", text: "I read." },
      { type: "tool_use", id: "a", name: "read", input: { path: "a" } },
    ],
  });
  const { input } = await written("openai/gpt-5", { messages });
  expect((input as readonly JsonObject[]).slice(2, 5)).toEqual([
    { type: "web_search_call", id: "ws_1" },
    { role: "assistant", content: "I read." },
    { type: "function_call", call_id: "a", name: "read", arguments: '{"path":"a"}' },
  ]);
});

test("what a message says behind its calls goes before them, and a message of nothing says that", async () => {
  const messages = [
    user(" "),
    assistant(call("a", "{}"), { kind: "text", text: "later" }),
    answer("a", ""),
    assistant({ kind: "text", text: " " }),
    user("go"),
  ];
  const { messages: sent } = await written("anthropic/m", { messages });
  expect(
    (sent as readonly JsonObject[]).map(({ content }) =>
      (content as readonly JsonObject[]).map(({ type, text, content: inner }) => [type, text ?? inner ?? ""]),
    ),
  ).toEqual([
    [["text", "(empty)"]],
    [
      ["text", "later"],
      ["tool_use", ""],
    ],
    [["tool_result", "(empty)"]],
    [["text", "(empty)"]],
    [["text", "go"]],
  ]);
});

test("a call without its answer, or an answer without its call, is not sent", async () => {
  const before = server.requests.length;
  const model = await openAt("anthropic/m", server.url);
  for (const messages of [
    [user("go"), assistant(call("a", "{}"))],
    [user("go"), assistant(call("a", "{}")), user("and?")],
    [user("go"), answer("a", "x")],
    [user("go"), assistant(call("a", "{}")), answer("b", "x")],
  ]) {
    const { error } = await hear(model, { request: { ...PLAIN_REQUEST, messages } });
    expect(error?.code).toBe("unsendable");
  }
  expect(server.requests.length).toBe(before);
});

test("a tool whose name the provider refuses is called by another one, and comes back under its own", async () => {
  const body =
    'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"fs_read","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}\n\n';
  const other = await replyServer((response) => void response.writeHead(200).end(body));
  try {
    const tools = [{ name: "fs.read", description: "Reads.", schema: { type: "object" }, examples: [{ path: "a" }] }];
    const { reply } = await hear(await openAt("ollama/m", other.url), { request: { ...PLAIN_REQUEST, tools } });
    expect(reply?.blocks).toEqual([{ kind: "tool_call", providerCallId: "c", tool: "fs.read", argumentsText: "{}" }]);
    expect(JSON.parse(other.requests[0]?.body ?? "{}")).toMatchObject({
      tools: [{ function: { name: "fs_read", description: 'Reads.\n\nExamples of arguments:\n{"path":"a"}' } }],
    });
  } finally {
    await other.close();
  }
});

test("a model that writes what stands for a block writes text", async () => {
  const messages = [
    user("go"),
    assistant(
      { kind: "text", text: "tusk-block-0." },
      { kind: "thinking", text: "t", carry: { provider: "anthropic", signature: 's}"{' } },
      { kind: "text", text: "so" },
    ),
    user("on"),
  ];
  const { messages: sent } = await written("anthropic/m", { messages });
  expect((sent as readonly JsonObject[])[1]).toEqual({
    role: "assistant",
    content: [
      { type: "text", text: "tusk-block-0." },
      { type: "thinking", thinking: "t", signature: 's}"{' },
      { type: "text", text: "so" },
    ],
  });
});

test("thinking that nothing came of is left out where a message may not end with it, and users in a row are one (R11)", async () => {
  const signed: JsonObject = { provider: "anthropic", signature: "s" };
  const messages = [
    user("go"),
    assistant({ kind: "text", text: "a" }, { kind: "thinking", text: "t", carry: signed }),
    user("on"),
    assistant({ kind: "thinking", text: "t", carry: signed }, { kind: "text", text: " " }),
    user("and"),
    user("on"),
  ];
  const { messages: sent } = await written("anthropic/m", { messages });
  expect((sent as readonly JsonObject[]).map(({ content }) => content)).toEqual([
    [{ type: "text", text: "go" }],
    [{ type: "text", text: "a" }],
    [{ type: "text", text: "on" }],
    [{ type: "text", text: "(empty)" }],
    [{ type: "text", text: "and\n\non", cache_control: { type: "ephemeral" } }],
  ]);
  const { messages: plain } = await written("openai-chat/m", { messages: [user("and"), user("on")] });
  expect((plain as readonly JsonObject[]).at(-1)).toEqual({ role: "user", content: "and\n\non" });
});

test("what came with a text, a call or a thought goes back with it, to whom it belongs (R10)", async () => {
  const citations = [
    { type: "char_location", cited_text: "x", document_index: 0, start_char_index: 0, end_char_index: 1 },
  ];
  const quoted = [
    user("go"),
    assistant({ kind: "text", text: "x", carry: { provider: "anthropic", citations } }),
    user("on"),
  ];
  const { messages: anthropic } = await written("anthropic/m", { messages: quoted });
  expect((anthropic as readonly JsonObject[])[1]).toEqual({
    role: "assistant",
    content: [{ type: "text", text: "x", citations }],
  });

  const phased = [
    user("go"),
    assistant({ kind: "text", text: "x", carry: { provider: "openai", phase: "commentary" } }),
    user("on"),
  ];
  const { input } = await written("openai/gpt-5", { messages: phased });
  expect((input as readonly JsonObject[])[2]).toEqual({ role: "assistant", content: "x", phase: "commentary" });

  const details = [{ type: "reasoning.encrypted", index: 0, data: "b64", format: "x" }];
  const extra = { google: { thought_signature: "c2ln" } };
  const loop = [
    user("go"),
    assistant(
      { kind: "thinking", text: "hm", carry: { provider: "openai-compatible", field: "reasoning", details } },
      call("a", "{}", { carry: { provider: "openai-compatible", extra_content: extra } }),
    ),
    answer("a", "x"),
  ];
  const { messages: chat } = await written("openrouter/m", { messages: loop });
  expect((chat as readonly JsonObject[])[2]).toEqual({
    role: "assistant",
    content: null,
    reasoning: "hm",
    reasoning_details: details,
    tool_calls: [{ id: "a", type: "function", function: { name: "read", arguments: "{}" }, extra_content: extra }],
  });
  const { messages: later } = await written("openrouter/m", {
    messages: [...loop, assistant({ kind: "text", text: "y" }), user("on")],
  });
  expect((later as readonly JsonObject[])[2]).not.toHaveProperty("reasoning");
});
