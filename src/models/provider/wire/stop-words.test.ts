import { expect, test } from "vitest";
import type { ProviderKind } from "../provider-table.ts";
import { ReplyDraft } from "./reply-draft.ts";
import { STOP_WORDS, stopWord } from "./stop-words.ts";
import { wireEvent } from "./wire-event.ts";
import { READERS } from "./wire-reader.ts";

const none = { hasCalls: false, isRefused: false };
const calls = { hasCalls: true, isRefused: false };

test.each<[ProviderKind, string, string, string]>([
  ["anthropic", "end_turn", "end_turn", "end_turn"],
  ["anthropic", "tool_use", "tool_use", "tool_use"],
  ["anthropic", "pause_turn", "pause_turn", "pause_turn"],
  ["anthropic", "max_tokens", "max_tokens", "max_tokens"],
  ["anthropic", "refusal", "refusal", "refusal"],
  ["openai", "completed", "end_turn", "tool_use"],
  ["openai", "max_output_tokens", "max_tokens", "max_tokens"],
  ["openai", "content_filter", "content_filter", "content_filter"],
  ["openai-chat", "stop", "end_turn", "tool_use"],
  ["openai-chat", "tool_calls", "tool_use", "tool_use"],
  ["openai-chat", "length", "max_tokens", "max_tokens"],
  ["openai-compatible", "eos", "end_turn", "tool_use"],
  ["google", "STOP", "end_turn", "tool_use"],
  ["google", "MAX_TOKENS", "max_tokens", "max_tokens"],
  ["google", "MALFORMED_FUNCTION_CALL", "MALFORMED_FUNCTION_CALL", "MALFORMED_FUNCTION_CALL"],
])("%s says %s: %s without calls, %s with them (R15)", (kind, raw, without, withCalls) => {
  expect([stopWord(kind, raw, none), stopWord(kind, raw, calls)]).toEqual([without, withCalls]);
});

test("every word of the table is one that the kernel handles", () => {
  const words = Object.values(STOP_WORDS).flatMap((table) =>
    Object.values(table).flatMap((word) => (typeof word === "string" ? [word] : [word.calls, word.none])),
  );
  expect(new Set(words)).toEqual(new Set(["end_turn", "tool_use", "pause_turn", "max_tokens"]));
});

test("a word that a provider does not have is handled by nobody, also where it is a word of the kernel or of every object", () => {
  expect(["tool_use", "constructor", "__proto__", "toString", ""].map((raw) => stopWord("google", raw, calls))).toEqual(
    ["unknown:tool_use", "constructor", "__proto__", "toString", ""],
  );
  expect(stopWord("openai", "x".repeat(1000), none).length).toBe(100);
});

test("a refusal is no ordinary end, with or without calls", () => {
  expect([none, calls].map((facts) => stopWord("openai-chat", "stop", { ...facts, isRefused: true }))).toEqual([
    "refusal",
    "refusal",
  ]);
});

const REFUSAL = { type: "refusal", refusal: "No." };
const CALL = { type: "function_call", call_id: "c1", name: "read", arguments: "{}" };
const COMPLETED = { type: "response.completed", response: { status: "completed" } };
const CHAT_CALL = { index: 0, id: "c1", function: { name: "read", arguments: "{}" } };

test.each<[string, ProviderKind, readonly object[]]>([
  ["a piece of it", "openai", [{ type: "response.refusal.delta", output_index: 0, delta: "No." }]],
  ["its end", "openai", [{ type: "response.refusal.done", output_index: 0, refusal: "No." }]],
  [
    "a part that begins",
    "openai",
    [{ type: "response.content_part.added", output_index: 0, part: { type: "refusal" } }],
  ],
  ["a part that is done", "openai", [{ type: "response.content_part.done", output_index: 0, part: REFUSAL }]],
  [
    "a message that is done",
    "openai",
    [{ type: "response.output_item.done", output_index: 0, item: { type: "message", content: [REFUSAL] } }],
  ],
  [
    "a message of the whole response",
    "openai",
    [
      { type: "response.output_item.done", output_index: 1, item: CALL },
      {
        type: "response.completed",
        response: { status: "completed", output: [{ type: "message", content: [REFUSAL] }] },
      },
    ],
  ],
  ["a piece of a choice", "openai-chat", [{ choices: [{ index: 0, delta: { refusal: "No." } }] }]],
])("a refusal is seen by its reader, whatever stands behind it: %s (R15)", (_where, kind, before) => {
  const draft = new ReplyDraft(kind, (name) => name);
  const reader = READERS[kind](draft);
  const call = { type: "response.output_item.done", output_index: 2, item: CALL };
  const chat = { choices: [{ index: 0, delta: { tool_calls: [CHAT_CALL] }, finish_reason: "tool_calls" }] };
  for (const value of [...before, ...(kind === "openai" ? [call, COMPLETED] : [chat])]) {
    const event = wireEvent("", JSON.stringify(value));
    if (event !== undefined) reader.take(event);
  }
  const { rawStop = "", hasCalls, isRefused } = draft;
  expect([hasCalls, stopWord(kind, rawStop, { hasCalls, isRefused })]).toEqual([true, "refusal"]);
});
