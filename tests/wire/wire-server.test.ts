import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4, LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { baseUrl, startWireServer, type WireServer } from "./start-wire-server.ts";
import { WIRE_FORMATS, type WireFormatName } from "./wire-request.ts";
import { ask, say, thinking } from "./wire-turn.ts";

const KEY = "wire-key";
const PICK = thinking("Which one?", "c2VhbA==", {
  blocks: [
    ...say("Both: ünïcode ✓ 👩‍👩‍👧.").blocks,
    ...ask(["read", { path: "a.ts" }], ["read", { path: "b.ts", deep: [1, null] }]).blocks,
  ],
  usage: { input: 70, output: 7 },
});

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer({ script: [PICK, say("Done.")] });
});
afterAll(() => server.close());

/** The provider's own client: what it understands is what the format says. */
function client(format: WireFormatName): LanguageModelV4 {
  const options = { apiKey: KEY, baseURL: baseUrl(server.port, format) };
  switch (format) {
    case "anthropic":
      return createAnthropic(options)("claude-sonnet-4-5");
    case "openai-chat":
      return createOpenAI(options).chat("gpt-4.1");
    case "openai-responses":
      return createOpenAI(options).responses("gpt-5");
    case "google":
      return createGoogle(options)("gemini-3-pro-preview");
    default:
      return format satisfies never;
  }
}

const CALL = {
  prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "go" }] }],
  tools: [{ type: "function" as const, name: "read", inputSchema: { type: "object" as const, properties: {} } }],
  maxOutputTokens: 900,
};

/** What was said, in no provider's words. */
function said(content: readonly LanguageModelV4Content[]): JsonObject {
  const texts = (type: "text" | "reasoning"): string =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ tool: part.toolName, args: JSON.parse(part.input) }] : [],
  );
  return { text: texts("text"), thought: texts("reasoning"), calls };
}

async function streamed(model: LanguageModelV4): Promise<JsonObject> {
  const { stream } = await model.doStream(CALL);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const texts = (type: "text-delta" | "reasoning-delta"): string =>
    parts.flatMap((part) => (part.type === type ? [part.delta] : [])).join("");
  const calls = parts.filter((part) => part.type === "tool-call");
  return { ...said(calls), text: texts("text-delta"), thought: texts("reasoning-delta") };
}

describe("the providers' own clients understand the scripted server (R04)", () => {
  const whole = {
    text: "Both: ünïcode ✓ 👩‍👩‍👧.",
    thought: "Which one?",
    calls: [
      { tool: "read", args: { path: "a.ts" } },
      { tool: "read", args: { path: "b.ts", deep: [1, null] } },
    ],
  };
  test.each(WIRE_FORMATS)("%s, whole and streamed", async (format) => {
    const model = client(format);
    // OpenAI's own client of this format reads no thinking.
    const expected = format === "openai-chat" ? { ...whole, thought: "" } : whole;
    expect(said((await model.doGenerate(CALL)).content)).toEqual(expected);
    expect(await streamed(model)).toEqual(expected);
    expect(JSON.stringify(server.requests)).not.toContain(KEY);
  });
});
