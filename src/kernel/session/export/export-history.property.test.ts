import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, type RepliedBlock, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { anthropicProblems, openaiProblems } from "../../../../tests/support/provider-rules.ts";
import { History, type HistoryMessage } from "../history.ts";
import { exportHistory } from "./export-history.ts";

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", " ", "\n", "## User", "```", "a\n\n"));
const id = fc.oneof(fc.constantFrom("tc-1", "tc 1", "tc_1", ""), anyText);
const carry = fc.constantFrom({ signature: "s" }, { type: "redacted_thinking", data: "d" }, { type: "x" }, {});
const block: fc.Arbitrary<RepliedBlock> = fc.oneof(
  anyText.map((text) => ({ kind: "text", text }) as const),
  fc.record({ kind: fc.constant("thinking" as const), text: anyText, carry }),
  anyText.map((text) => ({ kind: "thinking", text }) as const),
  fc
    .constantFrom("server_tool_use", "web_search_tool_result", "other")
    .map((type) => ({ kind: "provider_executed", carry: { type } }) as const),
  fc.record({
    kind: fc.constant("tool_call" as const),
    providerCallId: fc.constantFrom("same", ""),
    tool: anyText,
    argumentsText: fc.oneof(fc.json(), anyText),
  }),
);
const turn = fc.record({
  says: fc.option(anyText),
  blocks: fc.array(block, { maxLength: 6 }),
  ids: fc.uniqueArray(id, { minLength: 6, maxLength: 6 }),
  answer: anyText,
  isFailure: fc.boolean(),
});

/** A conversation as a session makes it: answers to every call, in any order. */
const conversation: fc.Arbitrary<readonly HistoryMessage[]> = fc.array(turn, { maxLength: 5 }).map((turns) => {
  const history = new History();
  for (const { says, blocks, ids, answer: text, isFailure } of turns) {
    if (says !== null) history.addUser(says);
    history.addReply(blocks, ids);
    for (const open of history.openCalls.toReversed()) history.addAnswer({ ...open, text, isFailure });
  }
  return history.close()?.messages ?? [];
});

function written(messages: readonly HistoryMessage[], format: "anthropic" | "openai"): Json {
  const reading = readJsonText(exportHistory({ system: "s", messages }, format, utf8).text, utf8);
  if (!reading.ok) throw new Error(reading.problem.reason);
  return reading.value;
}

test("whatever a session holds, each provider takes it (R11)", () => {
  fc.assert(
    fc.property(conversation, (messages) => {
      expect(anthropicProblems(written(messages, "anthropic"))).toEqual([]);
      expect(openaiProblems(written(messages, "openai"))).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

describe("what providers refuse is found", () => {
  const use = { type: "tool_use", id: "x", name: "t", input: {} };
  const result = { type: "tool_result", tool_use_id: "x", content: "1" };
  const text = { type: "text", text: "a" };
  const asked = { role: "user", content: [text] };
  test.each<[string, readonly Json[]]>([
    ["a call without a result", [asked, { role: "assistant", content: [use] }]],
    ["text behind a call", [asked, { role: "assistant", content: [use, text] }, { role: "user", content: [result] }]],
    ["text before a result", [asked, { role: "assistant", content: [use] }, { role: "user", content: [text, result] }]],
    ["a result without a call", [{ role: "user", content: [result] }]],
    ["one role twice", [asked, asked]],
    ["blank text", [{ role: "user", content: [{ type: "text", text: " " }] }]],
    ["the assistant first", [{ role: "assistant", content: [text] }]],
    ["space at the end", [asked, { role: "assistant", content: [{ type: "text", text: "a " }] }]],
  ])("Anthropic: %s", (_, messages) => {
    expect(anthropicProblems({ messages }).length).toBeGreaterThan(0);
  });

  const calls = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "x", type: "function", function: { name: "t", arguments: "{}" } }],
  };
  const answered = { role: "tool", tool_call_id: "x", content: "" };
  test.each<[string, readonly Json[]]>([
    ["a call without a result", [calls]],
    ["a message between call and result", [calls, { role: "user", content: "a" }, answered]],
    ["a result without a call", [answered]],
    ["an id twice", [calls, answered, calls, answered]],
    ["no list of calls", [{ role: "assistant", content: null, tool_calls: [] }]],
  ])("OpenAI: %s", (_, messages) => {
    expect(openaiProblems({ messages }).length).toBeGreaterThan(0);
  });
});
