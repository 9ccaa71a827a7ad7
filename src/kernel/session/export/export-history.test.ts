import { describe, expect, test } from "vitest";
import { type Json, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { anthropicProblems, openaiProblems } from "../../../../tests/support/provider-rules.ts";
import type { CallAnswer, HistoryBlock, HistoryMessage } from "../history.ts";
import type { ExportNote } from "./exported.ts";
import { EXPORT_FORMATS, exportHistory } from "./export-history.ts";

const user = (text: string): HistoryMessage => ({ role: "user", text });
const text = (said: string): HistoryBlock => ({ kind: "text", text: said });
const assistant = (...blocks: readonly HistoryBlock[]): HistoryMessage => ({ role: "assistant", blocks });
const call = (toolCallId: string, argumentsText = "{}", tool = "bash"): HistoryBlock => ({
  kind: "tool_call",
  providerCallId: "same",
  toolCallId,
  tool,
  argumentsText,
});
const answer = (toolCallId: string, said: string, isFailure = false): CallAnswer => ({
  toolCallId,
  tool: "bash",
  text: said,
  isFailure,
});
const results = (...answers: readonly CallAnswer[]): HistoryMessage => ({ role: "tool", answers });

/** The body that a provider would get, and what was changed; a body that it would refuse fails the test. */
function bodyOf(
  format: "anthropic" | "openai",
  messages: readonly HistoryMessage[],
  system = "",
): readonly [Json, readonly ExportNote[]] {
  const { text: written, notes } = exportHistory({ system, messages }, format, utf8);
  const reading = readJsonText(written, utf8);
  if (!reading.ok) throw new Error(reading.problem.reason);
  const problems = format === "anthropic" ? anthropicProblems(reading.value) : openaiProblems(reading.value);
  expect(problems).toEqual([]);
  return [reading.value, notes];
}

const HOP = [
  user("How many files?"),
  assistant(
    { kind: "thinking", text: "count", carry: { signature: "sig==" } },
    text("I count them."),
    call("tc-1", '{"command":"ls | wc -l"}'),
    call("tc-2", '{"n":1.0,"big":12345678901234567890}'),
  ),
  results(answer("tc-1", "3"), answer("tc-2", "no such tool", true)),
  user("Go on."),
  assistant(text("Three.\n")),
];

describe("for Anthropic", () => {
  test("results stand first in the message behind their calls, and thinking keeps its signature", () => {
    const [body, notes] = bodyOf("anthropic", HOP, "Be brief.");
    expect(notes).toEqual([]);
    expect(exportHistory({ system: "Be brief.", messages: HOP }, "anthropic", utf8).text).toBe(`{"system":"Be brief.",
"messages":[
{"role":"user","content":[{"type":"text","text":"How many files?"}]},
{"role":"assistant","content":[{"type":"thinking","thinking":"count","signature":"sig=="},{"type":"text","text":"I count them."},{"type":"tool_use","id":"tc-1","name":"bash","input":{"command":"ls | wc -l"}},{"type":"tool_use","id":"tc-2","name":"bash","input":{"n":1.0,"big":12345678901234567890}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"tc-1","content":"3"},{"type":"tool_result","tool_use_id":"tc-2","content":"no such tool","is_error":true},{"type":"text","text":"Go on."}]},
{"role":"assistant","content":[{"type":"text","text":"Three."}]}
]}
`);
    expect(body).toHaveProperty("system", "Be brief.");
  });

  test("text that stands behind a call comes before it", () => {
    const [body] = bodyOf("anthropic", [user("a"), assistant(call("x"), text("b")), results(answer("x", "c"))]);
    expect(body).toHaveProperty("messages.1.content.0", { type: "text", text: "b" });
  });

  test("one role after itself is one message, and a message of nothing says so", () => {
    const [body, notes] = bodyOf("anthropic", [
      user(""),
      user(" \n"),
      assistant(),
      assistant(text("")),
      user("a"),
      user("b"),
    ]);
    expect(body).toEqual({
      messages: [
        { role: "user", content: [{ type: "text", text: "(empty)" }] },
        { role: "assistant", content: [{ type: "text", text: "(empty)" }] },
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
      ],
    });
    expect(notes).toEqual([
      { change: "empty_filled", message: 0 },
      { change: "empty_filled", message: 2 },
    ]);
  });

  test("a conversation that the assistant begins gets a message before it", () => {
    const [body, notes] = bodyOf("anthropic", [assistant(text("Hello."))]);
    expect(body).toHaveProperty("messages.0", { role: "user", content: [{ type: "text", text: "(empty)" }] });
    expect(notes).toEqual([{ change: "first_message_added", message: 0 }]);
  });

  test("an empty success has no content, an empty failure says so", () => {
    const [body] = bodyOf("anthropic", [
      user("a"),
      assistant(call("x"), call("y")),
      results(answer("x", ""), answer("y", "", true)),
    ]);
    expect(body).toHaveProperty("messages.2.content", [
      { type: "tool_result", tool_use_id: "x" },
      { type: "tool_result", tool_use_id: "y", content: "(empty)", is_error: true },
    ]);
  });

  test("its own blocks go back unchanged; those of others, and thinking without a signature, are noted", () => {
    const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" } };
    const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
    const [body, notes] = bodyOf("anthropic", [
      user("a"),
      assistant(
        { kind: "thinking", text: "", carry: { type: "redacted_thinking", data: "ENC" } },
        { kind: "provider_executed", carry: search },
        { kind: "provider_executed", carry: found },
        { kind: "provider_executed", carry: { type: "web_search_call", id: "ws_1" } },
        { kind: "thinking", text: "hm" },
        text("b"),
      ),
    ]);
    expect(body).toHaveProperty("messages.1.content", [
      { type: "redacted_thinking", data: "ENC" },
      search,
      found,
      { type: "text", text: "b" },
    ]);
    expect(notes).toEqual([
      { change: "provider_block_left_out", message: 1 },
      { change: "thinking_left_out", message: 1 },
    ]);
  });
});

describe("for OpenAI", () => {
  test("calls are in the assistant's message, each result is a message of its own", () => {
    const [body, notes] = bodyOf("openai", HOP, "Be brief.");
    expect(body).toEqual({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "How many files?" },
        {
          role: "assistant",
          content: "I count them.",
          tool_calls: [
            { id: "tc-1", type: "function", function: { name: "bash", arguments: '{"command":"ls | wc -l"}' } },
            {
              id: "tc-2",
              type: "function",
              function: { name: "bash", arguments: '{"n":1.0,"big":12345678901234567890}' },
            },
          ],
        },
        { role: "tool", tool_call_id: "tc-1", content: "3" },
        { role: "tool", tool_call_id: "tc-2", content: "no such tool" },
        { role: "user", content: "Go on." },
        { role: "assistant", content: "Three.\n" },
      ],
    });
    expect(notes).toEqual([{ change: "thinking_left_out", message: 1 }]);
  });

  test("calls without text have no content, one role after itself is one message", () => {
    const messages = [
      user("a"),
      user("b"),
      assistant(call("x", "")),
      results(answer("x", "")),
      assistant(),
      assistant(text("c"), text("d")),
    ];
    expect(bodyOf("openai", messages)).toEqual([
      {
        messages: [
          { role: "user", content: "a\n\nb" },
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "x", type: "function", function: { name: "bash", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "x", content: "" },
          { role: "assistant", content: "c\n\nd" },
        ],
      },
      [],
    ]);
  });

  test("what a provider ran by itself is noted", () => {
    const ran: HistoryBlock = { kind: "provider_executed", carry: { type: "server_tool_use" } };
    const [body, notes] = bodyOf("openai", [user("a"), assistant(ran)]);
    expect(body).toHaveProperty("messages.1", { role: "assistant", content: "(empty)" });
    expect(notes).toEqual([
      { change: "provider_block_left_out", message: 1 },
      { change: "empty_filled", message: 1 },
    ]);
  });
});

describe.each(["anthropic", "openai"] as const)("for both: %s", (format) => {
  test("an id of the host's that comes in two turns stands once, and each result at its own call (PEERS, DESIGN 6)", () => {
    const turn = (said: string): readonly HistoryMessage[] => [
      assistant(call("call 1")),
      results(answer("call 1", said)),
    ];
    const { text: written } = exportHistory(
      { system: "", messages: [user("a"), ...turn("first"), ...turn("second")] },
      format,
      utf8,
    );
    const ids = [...written.matchAll(/"(?:tool_use_id|tool_call_id|id)":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["call_1", "call_1", "call_1_2", "call_1_2"]);
    bodyOf(format, [user("a"), ...turn("first"), ...turn("second")]);
  });

  test("ids and names of any characters and length are made fit, the same each time", () => {
    const long = "é".repeat(100);
    const messages = [
      user("a"),
      assistant(call(long, "{}", "fs.read"), call(`${long}!`, "{}", "名"), call("", "{}", "x".repeat(90))),
      results(answer(long, "1"), answer(`${long}!`, "2"), answer("", "3")),
    ];
    const [body, notes] = bodyOf(format, messages);
    expect(bodyOf(format, messages)).toEqual([body, notes]);
    expect(notes).toEqual(Array.from({ length: 3 }, () => ({ change: "tool_renamed", message: 1 })));
    const written = exportHistory({ system: "", messages }, format, utf8).text;
    expect([...written.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      "fs_read",
      "_",
      "x".repeat(64),
    ]);
    const low = "_".repeat(40);
    expect([...written.matchAll(/[{,]"id":"([^"]+)"/g)].map(([, id]) => id)).toEqual([
      low,
      `${"_".repeat(38)}_2`,
      "call",
    ]);
  });

  test.each(["{not json", "[1]", "3", '{"a":'])("arguments that are no object stay readable: %s", (argumentsText) => {
    const messages = [user("a"), assistant(call("x", argumentsText)), results(answer("x", "bad", true))];
    const [, notes] = bodyOf(format, messages);
    expect(notes).toEqual([{ change: "arguments_wrapped", message: 1 }]);
    expect(exportHistory({ system: "", messages }, format, utf8).text).toContain("malformed_arguments");
  });

  test("text of any script comes as it is, half a character as U+FFFD", () => {
    const messages = [user("👩‍👩‍👧 ﷺ \u0000 \u2028 \uD800"), assistant(text("日本"))];
    const { text: written } = exportHistory({ system: "", messages }, format, utf8);
    expect(written).toContain("👩‍👩‍👧 ﷺ \\u0000 \u2028 \uFFFD");
    bodyOf(format, messages);
  });

  test.each<[string, readonly HistoryMessage[]]>([
    ["an open call", [user("a"), assistant(call("x"))]],
    ["a call that is answered too late", [assistant(call("x")), user("a"), results(answer("x", "1"))]],
    ["one of two calls unanswered", [assistant(call("x"), call("y")), results(answer("x", "1"))]],
    ["an answer to no call", [user("a"), results(answer("x", "1"))]],
    ["a second answer", [assistant(call("x")), results(answer("x", "1"), answer("x", "2"))]],
    ["two calls of one id", [assistant(call("x"), call("x")), results(answer("x", "1"))]],
  ])("a history that cannot be sent is not exported: %s (R11)", (_, messages) => {
    expect(() => exportHistory({ system: "", messages }, format, utf8)).toThrow(
      /no open call|has no answer|have one id/,
    );
  });
});

test("an empty conversation has an export in every format", () => {
  const written = EXPORT_FORMATS.map((format) => exportHistory({ system: "", messages: [] }, format, utf8));
  expect(written).toEqual([
    { text: '{"messages":[]}\n', notes: [] },
    { text: '{"messages":[]}\n', notes: [] },
    { text: "# Conversation\n", notes: [] },
  ]);
});
