import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import type { ModelChunk, ModelReply, ModelRequest } from "#ports";
import type { AiSdkModel } from "./ai-sdk-model.ts";
import { fromAiSdk } from "./from-ai-sdk.ts";

const REQUEST: ModelRequest = {
  modelRef: "x/y",
  system: "be brief",
  messages: [{ role: "user", text: "go" }],
  tools: [{ name: "add", description: "Adds.", schema: { type: "object", properties: {} }, examples: [] }],
  toolChoice: { kind: "auto" },
  parallelToolCalls: true,
  maxOutputTokens: 100,
};
const USAGE = {
  inputTokens: { total: 10, noCache: 4, cacheRead: 6, cacheWrite: undefined },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};

/** A model of no package, which says these parts. */
function saying(parts: readonly LanguageModelV4StreamPart[], asked: LanguageModelV4CallOptions[] = []): AiSdkModel {
  return {
    specificationVersion: "v4",
    provider: "acme.chat",
    modelId: "m-1",
    doGenerate: () => Promise.reject(new Error("not asked")),
    doStream: (options: LanguageModelV4CallOptions) => {
      asked.push(options);
      return Promise.resolve({ stream: ReadableStream.from(parts) });
    },
  };
}

async function streamed(model: AiSdkModel, request = REQUEST): Promise<readonly ModelChunk[]> {
  const asked = fromAiSdk(model, { price: { input: 1_000_000, output: 2_000_000 } });
  const chunks: ModelChunk[] = [];
  for await (const chunk of asked.stream?.(request, new AbortController().signal) ?? []) chunks.push(chunk);
  return chunks;
}

async function replied(model: AiSdkModel, request = REQUEST): Promise<ModelReply | undefined> {
  const last = (await streamed(model, request)).at(-1);
  return last?.kind === "reply" ? last.reply : undefined;
}

const finish = (raw: string | undefined, unified: "stop" | "content-filter" = "stop"): LanguageModelV4StreamPart => ({
  type: "finish",
  usage: USAGE,
  finishReason: { unified, raw },
});

describe("any model of the AI SDK (R04)", () => {
  const own = "ai-sdk:acme.chat";
  const parts: readonly LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", id: "r-1" },
    { type: "reasoning-start", id: "1" },
    { type: "reasoning-delta", id: "1", delta: "h" },
    { type: "reasoning-delta", id: "1", delta: "m" },
    { type: "reasoning-end", id: "1", providerMetadata: { acme: { signature: "s==" } } },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "look" },
    { type: "text-end", id: "1" },
    { type: "tool-call", toolCallId: "srv", toolName: "search", input: '{"q":1}', providerExecuted: true },
    { type: "tool-result", toolCallId: "srv", toolName: "search", result: { found: 1 } },
    { type: "tool-input-start", id: "c1", toolName: "add" },
    { type: "tool-input-delta", id: "c1", delta: '{"n": 1}' },
    { type: "tool-call", toolCallId: "c1", toolName: "add", input: '{"n": 1}' },
    finish("tool_use"),
  ];

  test("streams what it says and gives the reply whole, what the provider ran kept and no call of ours", async () => {
    const chunks = await streamed(saying(parts));
    expect(chunks.slice(0, -1)).toEqual([
      { kind: "thinking.delta", text: "h" },
      { kind: "thinking.delta", text: "m" },
      { kind: "text.delta", text: "look" },
      { kind: "tool_call.started", providerCallId: "c1", tool: "add" },
      { kind: "tool_call.delta", providerCallId: "c1", argumentsText: '{"n": 1}' },
    ]);
    const call = { type: "tool-call", toolCallId: "srv", toolName: "search", input: { q: 1 }, providerExecuted: true };
    const result = { type: "tool-result", toolCallId: "srv", toolName: "search" };
    expect(chunks.at(-1)).toEqual({
      kind: "reply",
      reply: {
        blocks: [
          { kind: "thinking", text: "hm", carry: { metadata: { acme: { signature: "s==" } }, provider: own } },
          { kind: "text", text: "look" },
          { kind: "provider_executed", carry: { part: call, provider: own } },
          {
            kind: "provider_executed",
            carry: { part: { ...result, output: { type: "json", value: { found: 1 } } }, provider: own },
          },
          { kind: "tool_call", providerCallId: "c1", tool: "add", argumentsText: '{"n": 1}' },
        ],
        stopReason: "tool_use",
        usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 6, reasoningTokens: 2, costMicros: 20 },
        responseId: "r-1",
      },
    });
  });

  test("is given back what it signed, and nothing that another provider signed", async () => {
    const first = await replied(saying(parts));
    const blocks = (first?.blocks ?? []).map((block) =>
      block.kind === "tool_call" ? { ...block, toolCallId: "tc-1-1" } : block,
    );
    const messages = [
      ...REQUEST.messages,
      { role: "assistant", blocks },
      { role: "tool", answers: [{ toolCallId: "tc-1-1", tool: "add", text: "2", isFailure: false }] },
    ] as const;
    const asked: LanguageModelV4CallOptions[] = [];
    await replied(saying([finish("stop")], asked), { ...REQUEST, messages });
    await replied({ ...saying([finish("stop")], asked), provider: "other" }, { ...REQUEST, messages });
    const said = { type: "text", text: "look" };
    const call = { type: "tool-call", toolCallId: "tc-1-1", toolName: "add", input: { n: 1 } };
    expect(asked.map(({ prompt }) => prompt[2])).toMatchObject([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions: { acme: { signature: "s==" } } },
          said,
          { type: "tool-call", toolCallId: "srv", providerExecuted: true },
          { type: "tool-result", toolCallId: "srv", output: { type: "json", value: { found: 1 } } },
          call,
        ],
      },
      { role: "assistant", content: [said, call] },
    ]);
    expect(asked[0]).toMatchObject({ maxOutputTokens: 100, toolChoice: { type: "auto" } });
  });

  test.each([
    ["stop", "stop", "end_turn"],
    ["length", "stop", "max_tokens"],
    ["pause_turn", "stop", "pause_turn"],
    ["SAFETY", "content-filter", "refusal"],
    ["something new", "stop", "something new"],
  ] as const)("the raw word decides: %s (%s) is %s (R15)", async (raw, unified, word) => {
    expect((await replied(saying([finish(raw, unified)])))?.stopReason).toBe(word);
  });

  test("a stream without an end, or with one that says no raw word, was cut", async () => {
    const cut = { port: "model", code: "stream_cut", retryable: true };
    await expect(streamed(saying(parts.slice(0, -1)))).rejects.toMatchObject(cut);
    await expect(streamed(saying([finish(undefined)]))).rejects.toMatchObject(cut);
  });

  test("a call behind the end, or a second end, is no reply", async () => {
    const call = { type: "tool-call", toolCallId: "c1", toolName: "add", input: "{}" } as const;
    await expect(streamed(saying([finish("stop"), call]))).rejects.toMatchObject({ code: "bad_reply" });
    await expect(streamed(saying([call, finish("length"), finish("stop")]))).rejects.toMatchObject({
      code: "bad_reply",
    });
  });

  test("a result of a call that it did not run, a file, and an older specification are refused", async () => {
    const result = { type: "tool-result", toolCallId: "c", toolName: "add", result: 1 } as const;
    await expect(streamed(saying([result]))).rejects.toMatchObject({ code: "bad_reply" });
    const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "" } } as const;
    await expect(streamed(saying([file]))).rejects.toMatchObject({ code: "bad_reply" });
    // What a caller without types gives.
    const old = { ...saying([]), specificationVersion: "v2" } as unknown as AiSdkModel;
    expect(() => fromAiSdk(old)).toThrow("expected v4");
  });

  test("an error of the package is one sentence without a key", async () => {
    const broken: AiSdkModel = {
      ...saying([]),
      doStream: () => Promise.reject(Object.assign(new Error("bad key sk-ant-12345678"), { statusCode: 401 })),
    };
    await expect(streamed(broken)).rejects.toMatchObject({
      code: "provider_failed",
      message: "the model's package failed (status 401): bad key [hidden]",
      retryable: false,
    });
  });
});

/** Server-sent events as a response. */
function events(...data: readonly object[]): Response {
  const body = data.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

test("models of real packages come through it, thinking and signatures too (R04)", async () => {
  const google = createGoogle({
    apiKey: "k",
    fetch: () =>
      Promise.resolve(
        events({
          candidates: [{ content: { role: "model", parts: [{ text: "done" }] }, finishReason: "STOP", index: 0 }],
          usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
        }),
      ),
  });
  expect(await replied(google("gemini-2.5-flash"))).toMatchObject({
    blocks: [{ kind: "text", text: "done" }],
    stopReason: "end_turn",
  });
  const message = { id: "m1", type: "message", role: "assistant", model: "c", content: [], stop_reason: null };
  const sent: unknown[] = [];
  const anthropic = createAnthropic({
    apiKey: "k",
    fetch: (_, init) => {
      sent.push(JSON.parse(typeof init?.body === "string" ? init.body : "{}"));
      return Promise.resolve(
        events(
          { type: "message_start", message: { ...message, usage: { input_tokens: 3, output_tokens: 1 } } },
          { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
          { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
          { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig" } },
          { type: "content_block_stop", index: 0 },
          { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 5 } },
          { type: "message_stop" },
        ),
      );
    },
  });
  const paused = await replied(anthropic("claude-sonnet-4-5"));
  expect([paused?.stopReason, paused?.blocks.at(-1)]).toMatchObject([
    "pause_turn",
    { kind: "thinking", text: "hm", carry: { metadata: { anthropic: { signature: "sig" } } } },
  ]);
  const blocks = (paused?.blocks ?? []).flatMap((block) => (block.kind === "tool_call" ? [] : [block]));
  const messages = [...REQUEST.messages, { role: "assistant", blocks } as const];
  await replied(anthropic("claude-sonnet-4-5"), { ...REQUEST, messages });
  const thinking = { type: "thinking", thinking: "hm", signature: "sig" };
  expect(sent[1]).toMatchObject({ messages: [{ role: "user" }, { role: "assistant", content: [thinking] }] });
});
