import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { ModelReply, ReplyBlock } from "#ports";
import { hear, openAt, PLAIN_REQUEST } from "./support/hear.ts";
import { hasStreams, STREAMS } from "./support/recorded-streams.ts";
import { type Answer, events, replyServer, status } from "./support/reply-server.ts";
import { yamlStrings } from "./support/yaml-scalar.ts";

/*
 * Recorded bodies that came whole, and cassettes without expected values: what is in them is counted here, by looking at the recorded JSON
 * (R04). Without the folder every check is skipped, and its name says so.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Files that hold no reply of a provider, and why. */
const NO_REPLY: Readonly<Record<string, string>> = {
  "vercel-ai/harness-claude-code/subagent-step-stream.json": "messages of another program, no body of a provider",
};

interface Body {
  readonly name: string;
  readonly text: string;
  readonly isWhole: boolean;
}

const bodies: readonly Body[] = hasStreams ? [...wholeBodies(), ...cassetteBodies(), ...yamlBodies()] : [];

if (!hasStreams) test.skip(`recorded bodies — skipped: ${STREAMS} is not there`, () => undefined);

describe.skipIf(!hasStreams)("a recorded body is read as what it says", () => {
  for (const { name, text, isWhole } of bodies)
    test(name, async () => {
      const reply = await replied(refOf(text), text, isWhole);
      expect(summaryOf(reply)).toEqual(countedIn(text));
      expect([reply.rawDigest?.length, Number.isSafeInteger(reply.usage.inputTokens)]).toEqual([71, true]);
    });

  test("a recorded refusal of a request is one sentence", async () => {
    const file = "opencode/anthropic-messages__rejects-malformed-assistant-tool-order-without-patch.json";
    const { interactions } = JSON.parse(readFileSync(join(STREAMS, file), "utf8")) as {
      interactions: { response: { status: number; body: string } }[];
    };
    const { response } = interactions[0] ?? { response: { status: 0, body: "" } };
    const { error } = await over(status(response.status, response.body), async (url) =>
      hear(await openAt("anthropic/recorded", url)),
    );
    expect([error?.code, error?.retryable]).toEqual(["bad_request", false]);
    expect(error?.message).toContain("anthropic/recorded: status 400: messages.1: `tool_use` ids were found");
  });
});

async function over<T>(answer: Answer, work: (url: string) => Promise<T>): Promise<T> {
  const server = await replyServer(answer);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

function replied(ref: string, text: string, isWhole: boolean): Promise<ModelReply> {
  return over(isWhole ? status(200, text) : events(text), async (url) => {
    const model = await openAt(ref, url);
    if (isWhole) return model.complete(PLAIN_REQUEST, new AbortController().signal);
    const { reply, error } = await hear(model);
    if (reply === undefined) throw error ?? new Error("no reply");
    return reply;
  });
}

function refOf(text: string): string {
  if (/"candidates"/.test(text)) return "google/recorded";
  if (/"choices"/.test(text)) return "openai-compatible/recorded";
  return /"object":\s*"response"/.test(text) ? "openai/recorded" : "anthropic/recorded";
}

interface Summary {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly string[];
}

function summaryOf({ blocks }: ModelReply): Summary {
  const said = (kind: "text" | "thinking"): string =>
    blocks.map((block) => (block.kind === kind ? block.text : "")).join("");
  return { text: said("text"), thinking: said("thinking"), calls: blocks.flatMap(callName) };
}

function callName(block: ReplyBlock): readonly string[] {
  return block.kind === "tool_call" ? [`${block.tool} ${block.providerCallId}`] : [];
}

/** The same, counted without our readers: whatever has the form of a text, a thought or a call, in its order. */
function countedIn(body: string): Summary {
  const counted = { text: "", thinking: "", calls: [] as string[] };
  const values = /^\s*\{/.test(body) ? [JSON.parse(body) as Fields] : sseValues(body);
  for (const value of values) count(value, counted);
  return counted;
}

function sseValues(body: string): readonly Fields[] {
  return body
    .split(/\r?\n/)
    .flatMap((line) => (/^data: (?!\[DONE\])/.test(line) ? [JSON.parse(line.slice(6)) as Fields] : []));
}

function count(value: unknown, counted: { text: string; thinking: string; calls: string[] }): void {
  if (Array.isArray(value)) for (const item of value) count(item, counted);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const fields = value as Fields;
  const add = (name: "text" | "thinking", said: unknown): void => {
    if (typeof said === "string") counted[name] += said;
  };
  switch (fields["type"]) {
    case "text":
    case "text_delta":
    case "output_text":
      return add("text", fields["text"]);
    case "thinking":
    case "thinking_delta":
      return add("thinking", fields["thinking"]);
    case "summary_text":
      return add("thinking", fields["text"]);
    case "tool_use":
      return void counted.calls.push(`${String(fields["name"])} ${String(fields["id"])}`);
    case "function_call":
      return void counted.calls.push(`${String(fields["name"])} ${String(fields["call_id"])}`);
    case "function":
      return void counted.calls.push(`${String((fields["function"] as Fields)["name"])} ${String(fields["id"])}`);
    case "message":
    case "reasoning":
    case undefined:
      break;
    default:
      // What the provider ran by itself may hold texts of its own.
      if (typeof fields["delta"] !== "object" && typeof fields["content_block"] !== "object") return;
  }
  if (fields["functionCall"] !== undefined)
    counted.calls.push(`${String((fields["functionCall"] as Fields)["name"])} `);
  if (typeof fields["text"] === "string") add(fields["thought"] === true ? "thinking" : "text", fields["text"]);
  add("thinking", fields["reasoning_content"] ?? fields["reasoning"]);
  add("text", fields["content"]);
  for (const name of [
    "choices",
    "message",
    "delta",
    "tool_calls",
    "content",
    "candidates",
    "parts",
    "output",
    "summary",
    "content_block",
  ])
    if (typeof fields[name] === "object") count(fields[name], counted);
}

function* wholeBodies(): Generator<Body> {
  for (const entry of readdirSync(join(STREAMS, "vercel-ai"), { recursive: true, encoding: "utf8" })) {
    const name = join("vercel-ai", entry);
    if (!name.endsWith(".json") || Object.hasOwn(NO_REPLY, name)) continue;
    yield { name, text: readFileSync(join(STREAMS, name), "utf8"), isWhole: true };
  }
}

function* cassetteBodies(): Generator<Body> {
  for (const file of readdirSync(join(STREAMS, "anthropic-sdk"))) {
    if (!file.endsWith(".json")) continue;
    const list = JSON.parse(readFileSync(join(STREAMS, "anthropic-sdk", file), "utf8")) as {
      response: { body: unknown };
    }[];
    for (const [n, { response }] of list.entries()) {
      const isWhole = typeof response.body !== "string";
      const text = typeof response.body === "string" ? response.body : JSON.stringify(response.body);
      yield { name: `anthropic-sdk/${file} ${n}`, text, isWhole };
    }
  }
}

/** Only bodies that were recorded as text: the other YAML cassettes hold values that somebody parsed, and no bytes. */
function* yamlBodies(): Generator<Body> {
  for (const entry of readdirSync(STREAMS, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".yaml")) continue;
    const file = join(STREAMS, entry);
    for (const [n, text] of yamlStrings(readFileSync(file, "utf8")).entries())
      yield { name: `${relative(STREAMS, file)} ${n}`, text, isWhole: false };
  }
}
