import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { hear, openAt } from "./support/hear.ts";
import { events, type ReplyServer, replyServer } from "./support/reply-server.ts";

/*
 * Replies that are made to be expensive: the work is as long as the reply, and what no reply may hold ends it at once (DESIGN 20).
 */

let server: ReplyServer | undefined;
afterEach(() => server?.close());

const chat = (delta: JsonObject, reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const call = (piece: JsonObject): string => chat({ tool_calls: [piece] });
const END = `${chat({}, "stop")}data: [DONE]\n\n`;

async function heard(pieces: readonly string[]) {
  server = await replyServer(events(pieces.join("") + END));
  return hear(await openAt("openai-compatible/m", server.url));
}

/** Generous: the old readers took minutes for the same. */
const SOON_MS = 20_000;

test("pieces that repeat the name of their call are read once each", { timeout: SOON_MS }, async () => {
  const pieces = 30_000;
  const first = call({ index: 0, function: { name: "read", arguments: `{"path":"${"x".repeat(200_000)}` } });
  const more = call({ index: 0, function: { name: "read", arguments: "yz" } });
  const last = call({ index: 0, function: { name: "read", arguments: '"}' } });
  const { reply, error } = await heard([first, ...Array.from({ length: pieces }, () => more), last]);
  expect(error).toBeUndefined();
  const [block] = reply?.blocks ?? [];
  expect(block?.kind === "tool_call" && block.argumentsText.length).toBe('{"path":""}'.length + 200_000 + 2 * pieces);
});

test("arguments that are closed and no JSON are not read again with every piece", { timeout: SOON_MS }, async () => {
  const first = call({ index: 0, function: { name: "read", arguments: `{"path":"${"x".repeat(1_000_000)}"x}` } });
  const space = call({ index: 0, function: { name: "read", arguments: " " } });
  const { reply } = await heard([first, ...Array.from({ length: 20_000 }, () => space)]);
  expect(reply?.blocks).toHaveLength(1);
});

test("more blocks than a reply may have end it", { timeout: SOON_MS }, async () => {
  const calls = Array.from({ length: 40_000 }, (_, n) => call({ index: n, id: `c${n}`, function: { name: "read" } }));
  const { reply, error } = await heard(calls);
  expect([reply, error?.code, error?.message, error?.retryable]).toEqual([
    undefined,
    "too_large",
    expect.stringContaining("the reply has more than 256 blocks: it is not taken"),
    false,
  ]);
});

test("more text than a reply may have ends it", { timeout: SOON_MS }, async () => {
  const { error } = await heard(Array.from({ length: 90 }, () => chat({ content: "x".repeat(100_000) })));
  expect([error?.code, error?.retryable]).toEqual(["too_large", false]);
});

test("details that come in many pieces are put together in one go", { timeout: SOON_MS }, async () => {
  const [many, pieces] = [100_000, 2];
  const details = Array.from({ length: many }, (_, index) => ({ type: "reasoning.text", index, text: "a" }));
  const piece = chat({ reasoning_details: details });
  const { reply } = await heard([...Array.from({ length: pieces }, () => piece), chat({ content: "b" })]);
  const [block] = reply?.blocks ?? [];
  const merged = block?.kind === "thinking" ? (block.carry?.["details"] as readonly JsonObject[] | undefined) : [];
  expect([merged?.length, merged?.at(-1)]).toEqual([many, { ...details.at(-1), text: "aa" }]);
});
