import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "#kernel";
import { openFileJournal, readFileJournal } from "#memory";
import { openModel } from "#models";
import { join } from "node:path";
import { agent, type AgentOptions, memoryJournal, type RunResult, tool, toolSet } from "../../src/index.ts";
import { manualClock } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openAt } from "./support/hear.ts";
import { type Answer, beginning, events, type ReplyServer, replyServer } from "./support/reply-server.ts";

/*
 * Whole runs of an agent over HTTP: what is executed, what is sent back, and what the history is when a stream breaks (R04, R10, R13, R15).
 */

let server: ReplyServer | undefined;
afterEach(() => server?.close());

const ran: string[] = [];
const read = tool({
  name: "read",
  description: "Reads a file.",
  args: z.strictObject({ path: z.string() }),
  output: z.string(),
  run: ({ path }) => {
    ran.push(path);
    return `content of ${path}`;
  },
});

type Typed = JsonObject & { readonly type: string };

function listIn(body: JsonObject | undefined, name: string): readonly JsonObject[] {
  const list = body?.[name];
  return Array.isArray(list) ? (list as readonly JsonObject[]) : [];
}

interface Played {
  readonly result: RunResult<string>;
  readonly bodies: readonly JsonObject[];
  readonly ran: readonly string[];
}

async function play(ref: string, answers: readonly Answer[], options: Partial<AgentOptions> = {}): Promise<Played> {
  server = await replyServer(...answers);
  ran.length = 0;
  const model = await openAt(ref, server.url);
  const journal = memoryJournal("s-1", manualClock());
  const run = agent({ model, tools: toolSet(read).build(), budget: 6, journal: () => journal, ...options }).start(
    "go",
    { sessionId: "s-1" },
  );
  const result = await run.result;
  return { result, bodies: server.requests.map(({ body }) => JSON.parse(body) as JsonObject), ran: [...ran] };
}

function named(...values: readonly Typed[]): Answer {
  return events(values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join(""));
}

function data(...values: readonly JsonObject[]): Answer {
  return events(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(""));
}

const start = {
  type: "message_start",
  message: { id: "msg_1", content: [], usage: { input_tokens: 5, output_tokens: 1 } },
};
const block = (index: number, begun: JsonObject, ...deltas: readonly JsonObject[]): readonly Typed[] => [
  { type: "content_block_start", index, content_block: begun },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const text = (index: number, said: string): readonly Typed[] =>
  block(index, { type: "text", text: "" }, { type: "text_delta", text: said });
const use = (index: number, json: string): readonly Typed[] =>
  block(
    index,
    { type: "tool_use", id: "toolu_1", name: "read", input: {} },
    { type: "input_json_delta", partial_json: json },
  );
const stop = (reason: string): readonly Typed[] => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];
const DONE = named(start, ...text(0, "done"), ...stop("end_turn"));

const chat = (delta: JsonObject, reason: string | null = null): JsonObject => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const chatUse = (json: string): JsonObject =>
  chat({ tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "read", arguments: json } }] });

test("a call that max_tokens has cut is not executed (R15)", async () => {
  const cut: readonly (readonly [string, Answer])[] = [
    ["anthropic/m", named(start, ...use(0, '{"path":"a'), ...stop("max_tokens"))],
    // Cut where it happens to be JSON: it is cut all the same.
    ["anthropic/m", named(start, ...use(0, '{"path":"a"}'), ...stop("max_tokens"))],
    ["openai-chat/m", data(chatUse('{"path":"a'), chat({}, "length"))],
    ["openai-compatible/m", data(chatUse('{"path":"a"}'), chat({}, "length"))],
    [
      "google/m",
      data({
        candidates: [
          { content: { parts: [{ functionCall: { name: "read", args: { path: "a" } } }] }, finishReason: "MAX_TOKENS" },
        ],
      }),
    ],
    [
      "openai/m",
      named(
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { type: "function_call", id: "fc", call_id: "c", name: "read", arguments: "" },
        },
        { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"path":"a' },
        {
          type: "response.incomplete",
          response: { id: "r", status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
        },
      ),
    ],
  ];
  for (const [ref, answer] of cut) {
    const { result, ran: executed } = await play(ref, [answer]);
    expect([ref, result.phase, result.phase === "Failed" && result.error.category, executed]).toEqual([
      ref,
      "Failed",
      "InvalidModelAction",
      [],
    ]);
    await server?.close();
  }
});

test("pause_turn goes on with the blocks as they came (R15)", async () => {
  const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
  const found = {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [{ type: "web_search_result", url: "http://x", encrypted_content: "ZW5j", page_age: null }],
  };
  const paused = named(
    start,
    ...text(0, "looking"),
    ...block(1, search, { type: "input_json_delta", partial_json: '{"query": "x"}' }),
    ...block(2, found),
    ...stop("pause_turn"),
  );
  const { result, bodies, ran: executed } = await play("anthropic/m", [paused, DONE]);
  expect([result.phase, result.phase === "Completed" && result.output, executed]).toEqual(["Completed", "done", []]);
  expect(bodies[1]?.["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "go", cache_control: { type: "ephemeral" } }] },
    { role: "assistant", content: [{ type: "text", text: "looking" }, { ...search, input: { query: "x" } }, found] },
  ]);
});

test("a refusal executes nothing, whatever stands before it (R15)", async () => {
  for (const [ref, answer] of [
    ["anthropic/m", named(start, ...use(0, '{"path":"a"}'), ...stop("refusal"))],
    ["openai-chat/m", data(chatUse('{"path":"a"}'), chat({}, "content_filter"))],
    ["openai-compatible/m", data(chat({ refusal: "no" }), chatUse('{"path":"a"}'), chat({}, "stop"))],
    [
      "google/m",
      data({
        candidates: [
          { content: { parts: [{ functionCall: { name: "read", args: { path: "a" } } }] }, finishReason: "SAFETY" },
        ],
      }),
    ],
  ] as const) {
    const { result, ran: executed } = await play(ref, [answer]);
    expect([ref, result.phase, executed]).toEqual([ref, "Failed", []]);
    await server?.close();
  }
});

test("a stream that is cut leaves a history that can be sent: every call in it has its answer (R13)", async () => {
  const call = named(start, ...text(0, "I read."), ...use(1, '{"path":"a"}'), ...stop("tool_use"));
  const cut = beginning('event: message_start\ndata: {"type":"message_start","message":{}}\n\n', (response) =>
    setTimeout(() => response.socket?.resetAndDestroy(), 20),
  );
  const { result, ran: executed } = await play("anthropic/m", [call, cut]);
  expect([result.phase, executed]).toEqual(["Failed", ["a"]]);
  expect(
    result.finalMessages.map((message) => [message.role, message.role === "tool" ? message.answers.length : 0]),
  ).toEqual([
    ["user", 0],
    ["assistant", 0],
    ["tool", 1],
  ]);
});

test("thinking goes back byte for byte, with its signature, before the call that it led to (R10)", async () => {
  const signature = "EusBClsIDRgCKkBpzetW9oKOZtFP6IeFJJr3gnQBXqdZ+/=";
  const thinking = "Ω — “quoted” \\ \n\t👋";
  const first = named(
    start,
    ...block(
      0,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature },
    ),
    ...block(1, { type: "redacted_thinking", data: "c2VhbGVk" }),
    ...use(2, '{"path": "a"}'),
    ...stop("tool_use"),
  );
  const { result, bodies } = await play("anthropic/m", [first, DONE]);
  expect(result.phase).toBe("Completed");
  expect(bodies[1]?.["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "go" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking, signature },
        { type: "redacted_thinking", data: "c2VhbGVk" },
        { type: "tool_use", id: "tc-1-1", name: "read", input: { path: "a" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "tc-1-1", content: "content of a", cache_control: { type: "ephemeral" } },
      ],
    },
  ]);
});

test("sealed reasoning goes back to the Responses API, and nothing is stored there (R10)", async () => {
  const reasoning = {
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "hm" }],
    encrypted_content: "gAAAAABo+/=",
  };
  const first = named(
    { type: "response.output_item.added", output_index: 0, item: { ...reasoning, encrypted_content: "early" } },
    { type: "response.output_item.done", output_index: 0, item: { ...reasoning, status: "completed" } },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "read", arguments: '{"path": "a"}' },
    },
    { type: "response.completed", response: { id: "resp_1", status: "completed" } },
  );
  const last = named(
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", content: [{ type: "output_text", text: "done" }] },
    },
    { type: "response.completed", response: { id: "resp_2", status: "completed" } },
  );
  const { result, bodies } = await play("openai/gpt-5", [first, last]);
  expect([result.phase, bodies[0]?.["store"], bodies[0]?.["include"]]).toEqual([
    "Completed",
    false,
    ["reasoning.encrypted_content"],
  ]);
  expect(bodies[1]?.["input"]).toEqual([
    ...listIn(bodies[0], "input"),
    reasoning,
    { type: "function_call", call_id: "tc-1-1", name: "read", arguments: '{"path": "a"}' },
    { type: "function_call_output", call_id: "tc-1-1", output: "content of a" },
  ]);
});

test("thought signatures go back to Gemini on the parts that they came with (R10)", async () => {
  const parts = [
    { text: "hm", thought: true, thoughtSignature: "c2lnMQ==" },
    { text: "I read.", thoughtSignature: "c2lnMg==" },
    { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "c2lnMw==" },
  ];
  const first = data({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] });
  const last = data({ candidates: [{ content: { role: "model", parts: [{ text: "done" }] }, finishReason: "STOP" }] });
  const { result, bodies } = await play("google/gemini-3-pro", [first, last]);
  expect(result.phase).toBe("Completed");
  expect(bodies[1]?.["contents"]).toEqual([
    { role: "user", parts: [{ text: "go" }] },
    {
      role: "model",
      parts: [
        parts[0],
        parts[1],
        { functionCall: { id: "tc-1-1", name: "read", args: { path: "a" } }, thoughtSignature: "c2lnMw==" },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "tc-1-1", name: "read", response: { name: "read", content: "content of a" } } },
      ],
    },
  ]);
});

test("a local server gets its thinking back under the name by which it came, inside the tool loop (R10)", async () => {
  const first = data(chat({ reasoning_content: "hm" }), chatUse('{"path": "a"}'), chat({}, "tool_calls"));
  const { result, bodies } = await play("ollama/qwen", [first, data(chat({ content: "done" }, "stop"))]);
  expect(result.phase).toBe("Completed");
  expect(listIn(bodies[1], "messages").slice(1)).toEqual([
    {
      role: "assistant",
      content: null,
      reasoning_content: "hm",
      tool_calls: [{ id: "tc-1-1", type: "function", function: { name: "read", arguments: '{"path": "a"}' } }],
    },
    { role: "tool", tool_call_id: "tc-1-1", content: "content of a" },
  ]);
});

const folder = temporaryFolder();

test("a recorded run is played once more from its cassette, with no network (DESIGN 14)", async () => {
  const path = join(folder, "run.cassette.jsonl");
  const clock = manualClock();
  const record: NonNullable<AgentOptions["record"]> = (sessionId) =>
    openFileJournal({ path, sessionId, clock, sync: "never" });
  const first = named(start, ...text(0, "I read."), ...use(1, '{"path":"a"}'), ...stop("tool_use"));
  const recorded = await play("anthropic/claude-x", [first, DONE], { record });
  await server?.close();
  const model = await openModel(`cassette:${path}`, { environment: () => undefined, readCassette: readFileJournal });
  const again = (input: string): Promise<RunResult<string>> =>
    agent({ model, tools: toolSet(read).build(), budget: 6 }).start(input, { sessionId: "s-1" }).result;
  expect(model.ref).toBe("anthropic/claude-x");
  const result = await again("go");
  expect([result.phase, result.finalMessages]).toEqual(["Completed", recorded.result.finalMessages]);
  expect(await again("go")).toMatchObject({
    phase: "Failed",
    error: { message: expect.stringContaining("holds 2 replies") as string },
  });
  const other = await openModel(`cassette:${path}`, { environment: () => undefined, readCassette: readFileJournal });
  const run = agent({ model: other, tools: toolSet(read).build(), budget: 6 }).start("something else", {
    sessionId: "s-1",
  });
  expect(await run.result).toMatchObject({
    phase: "Failed",
    error: { message: expect.stringContaining("request 1 is not the one") as string },
  });
  const inOrder = await openModel(`cassette:${path}`, {
    environment: () => undefined,
    readCassette: readFileJournal,
    replay: "in_order",
  });
  const told = agent({ model: inOrder, tools: toolSet(read).build(), budget: 6 }).start("something else");
  expect(await told.result).toMatchObject({ phase: "Completed", steps: recorded.result.steps });
});
