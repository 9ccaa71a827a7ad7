import { expect, test } from "vitest";
import type { JsonObject } from "#kernel";
import { hear, KEY, openAt } from "./support/hear.ts";
import { events, replyServer, status } from "./support/reply-server.ts";

/*
 * Replies that contradict themselves, go on behind their end, or reach for more than a reply is: nothing of them is executed (R04, R15).
 */

function data(...values: readonly (JsonObject | string)[]): string {
  return values.map((value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`).join("");
}

const chat = (delta: JsonObject, reason: string | null = null): JsonObject => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const chatCall = chat({
  tool_calls: [{ index: 0, id: "c1", function: { name: "read", arguments: '{"path":"a"}' } }],
});

const start = { type: "message_start", message: { id: "msg_1", content: [] } };
const useOpen: readonly JsonObject[] = [
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t1", name: "read", input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"path":"a"}' } },
];
const use: readonly JsonObject[] = [...useOpen, { type: "content_block_stop", index: 0 }];
const because = (reason: string): JsonObject => ({ type: "message_delta", delta: { stop_reason: reason } });
const stop = { type: "message_stop" };

const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "read", arguments: '{"path":"a"}' };
const added = (item: JsonObject, place = 0): JsonObject => ({
  type: "response.output_item.added",
  output_index: place,
  item,
});
const done = (item: JsonObject, place = 0): JsonObject => ({
  type: "response.output_item.done",
  output_index: place,
  item,
});
const whole = (state: string, rest: JsonObject = {}): JsonObject => ({
  type: `response.${state}`,
  response: { id: "r1", status: state, output: [], ...rest },
});
const cut = whole("incomplete", { incomplete_details: { reason: "max_output_tokens" } });
const refusal = { type: "message", id: "m1", content: [{ type: "refusal", refusal: "No." }] };

const part = (value: JsonObject, reason?: string): JsonObject => ({
  candidates: [{ content: { parts: [value] }, ...(reason === undefined ? {} : { finishReason: reason }) }],
});
const geminiCall = { functionCall: { name: "read", args: { path: "a" } } };

/** Model, body, and what is heard: the stop reason with the arguments of every call, or the code of the error. */
type Vector = readonly [ref: string, body: string, heard: readonly string[]];

const READ = '{"path":"a"}';
const OPEN = '{"path":"a"';

const VECTORS: Readonly<Record<string, Vector>> = {
  // Two stop words.
  "chat: cut, then stopped": [
    "openai-chat/m",
    data(chatCall, chat({}, "length"), chat({}, "stop")),
    ["max_tokens", READ],
  ],
  "chat: stopped, then cut": [
    "openai-chat/m",
    data(chatCall, chat({}, "stop"), chat({}, "length")),
    ["max_tokens", READ],
  ],
  "chat: filtered, then calls": [
    "openai-compatible/m",
    data(chatCall, chat({}, "content_filter"), chat({}, "tool_calls"), "[DONE]"),
    ["content_filter", READ],
  ],
  "chat: two words that mean the same": [
    "openai-compatible/m",
    data(chatCall, chat({}, "stop"), chat({}, "tool_calls"), "[DONE]"),
    ["tool_use", READ],
  ],
  "anthropic: cut, then calls": [
    "anthropic/m",
    data(start, ...use, because("max_tokens"), because("tool_use"), stop),
    ["max_tokens", READ],
  ],
  "anthropic: refused, then calls": [
    "anthropic/m",
    data(start, ...use, because("refusal"), because("tool_use"), stop),
    ["refusal", READ],
  ],
  "anthropic: refused, and a second message": [
    "anthropic/m",
    data(start, because("refusal"), stop, start, ...use, because("tool_use"), stop),
    ["refusal", READ],
  ],
  "responses: cut, then completed": [
    "openai/m",
    data(added(call), done(call), cut, whole("completed")),
    ["max_tokens", READ],
  ],
  "google: a filter, then STOP": [
    "google/m",
    data(part(geminiCall, "SAFETY"), part({ text: "" }, "STOP")),
    ["SAFETY", READ],
  ],
  "google: a blocked prompt with a candidate": [
    "google/m",
    data({ ...part(geminiCall, "STOP"), promptFeedback: { blockReason: "OTHER" } }),
    ["OTHER", READ],
  ],
  // Behind the end.
  "chat: a call behind [DONE]": [
    "openai-chat/m",
    data(chat({ content: "hi" }), chat({}, "stop"), "[DONE]", chatCall, chat({}, "tool_calls")),
    ["end_turn"],
  ],
  "chat: a call and the first stop word behind [DONE]": [
    "openai-chat/m",
    data(chat({ content: "hi" }), "[DONE]", chatCall, chat({}, "tool_calls")),
    ["stream_cut"],
  ],
  "anthropic: a call behind message_stop": [
    "anthropic/m",
    data(start, because("tool_use"), stop, ...use),
    ["tool_use"],
  ],
  "responses: a call behind the end": [
    "openai/m",
    data(added({ type: "message" }), whole("completed"), added(call, 1), done(call, 1), whole("completed")),
    ["end_turn"],
  ],
  "responses: a second response that is cut": [
    "openai/m",
    data(added({ type: "message" }), whole("completed"), { type: "response.created", response: {} }, done(call)),
    ["stream_cut"],
  ],
  // Refusals that only the whole tells.
  "responses: a refusal in the item that is done": [
    "openai/m",
    data(added({ type: "message", content: [] }), done(refusal), added(call, 1), done(call, 1), whole("completed")),
    ["refusal", READ],
  ],
  "responses: a refusal in the part that is done": [
    "openai/m",
    data(
      { type: "response.content_part.done", output_index: 0, part: { type: "refusal", refusal: "No." } },
      done(call, 1),
      whole("completed"),
    ),
    ["refusal", READ],
  ],
  "responses: a refusal in the last event alone": [
    "openai/m",
    data(done(call, 1), whole("completed", { output: [refusal, call] })),
    ["refusal", READ],
  ],
  // Calls that nobody ended.
  "responses: a call that only began": [
    "openai/m",
    data(added({ ...call, arguments: "", status: "in_progress" }), whole("completed")),
    ["tool_use", "{"],
  ],
  "responses: a call that only began, whole in the last event": [
    "openai/m",
    data(added({ ...call, arguments: "" }), whole("completed", { output: [call] })),
    ["tool_use", READ],
  ],
  "responses: arguments that are done": [
    "openai/m",
    data(
      added({ ...call, arguments: "" }),
      { type: "response.function_call_arguments.done", output_index: 0, arguments: READ },
      whole("completed"),
    ),
    ["tool_use", READ],
  ],
  "responses: an item that says that it is not whole": [
    "openai/m",
    data(added({ ...call, arguments: "" }), done({ ...call, status: "incomplete" }), whole("completed")),
    ["tool_use", OPEN],
  ],
  "responses: an item that is not whole after all": [
    "openai/m",
    data(done(call), whole("completed", { output: [{ ...call, status: "incomplete" }] })),
    ["tool_use", OPEN],
  ],
  "responses: a body with an item that is not whole": [
    "openai/m",
    JSON.stringify({ id: "r1", status: "completed", output: [{ ...call, status: "incomplete" }] }),
    ["tool_use", OPEN],
  ],
  "anthropic: a block that never ends": [
    "anthropic/m",
    data(start, ...useOpen, because("tool_use"), stop),
    ["tool_use", OPEN],
  ],
  "anthropic: one that never ends and has a brace too many": [
    "anthropic/m",
    data(
      start,
      ...useOpen,
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "}" } },
      because("tool_use"),
      stop,
    ),
    ["tool_use", '{"path":"a"}}'],
  ],
};

for (const [name, [ref, body, expected]] of Object.entries(VECTORS))
  test(name, async () => {
    expect(await heardOf(ref, body)).toEqual(expected);
  });

test.each([
  ["$.a.__proto__.__proto__.polluted"],
  ["$.a.__proto__[0]"],
  ["$.a.constructor.prototype.polluted"],
  ["$.a['length']"],
  ["$.a.get"],
  ["$.a[1].b.__proto__[0]", ["tool_use", '{"a":["x",{"b":{"__proto__":["v"]}}]}']],
])("google: arguments for %s reach no object but their own", async (jsonPath, expected = ["bad_reply"]) => {
  const before = [Object.prototype, Array.prototype, Map.prototype].map((proto) => Reflect.ownKeys(proto));
  const partialArgs = [
    { jsonPath: "$.a[0]", stringValue: "x" },
    { jsonPath, stringValue: "v" },
  ];
  expect(await heardOf("google/m", data(part({ functionCall: { name: "read", partialArgs } }, "STOP")))).toEqual(
    expected,
  );
  expect([Object.prototype, Array.prototype, Map.prototype].map((proto) => Reflect.ownKeys(proto))).toEqual(before);
});

/** The key in every place of a reply that becomes evidence, whole or in pieces. */
const SAID_KEY: Readonly<Record<string, readonly [ref: string, body: string]>> = {
  "a text": ["openai-chat/m", data(chat({ content: `it is ${KEY}.` }), chat({}, "stop"))],
  "a text in pieces": [
    "openai-chat/m",
    data(...`Bearer ${KEY}`.split("").map((content) => chat({ content })), chat({}, "stop")),
  ],
  "a text with escapes": [
    "openai-chat/m",
    data(chat({ content: KEY }), chat({}, "stop")).replace("sk-test", String.raw`\u0073k-test`),
  ],
  "a text in base64": [
    "openai-chat/m",
    data(chat({ content: Buffer.from(`Bearer ${KEY}`).toString("base64") }), chat({}, "stop")),
  ],
  arguments: [
    "openai-chat/m",
    data(
      ...['{"path":"', ...KEY.split("-"), '"}'].map((json, n) =>
        chat({
          tool_calls: [
            { index: 0, id: "c1", function: { name: "read", arguments: n === 2 || n === 3 ? `-${json}` : json } },
          ],
        }),
      ),
      chat({}, "tool_calls"),
    ),
  ],
  "a signature in pieces": [
    "anthropic/m",
    data(
      start,
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      ...[KEY.slice(0, 9), KEY.slice(9)].map((signature) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "signature_delta", signature },
      })),
      because("end_turn"),
      stop,
    ),
  ],
  "the id of the reply": ["openai-chat/m", data({ ...chat({ content: "hi" }, "stop"), id: KEY })],
  "a whole reply": ["google/m", JSON.stringify(part({ text: KEY }, "STOP"))],
};

for (const [name, [ref, body]] of Object.entries(SAID_KEY))
  test(`a reply that holds the key is refused, and not asked for again: ${name}`, async () => {
    const server = await replyServer(events(body));
    try {
      const heard = await hear(await openAt(ref, server.url, { retry: { attempts: 3, budgetMs: 60_000 } }));
      expect([heard.reply, heard.error?.code, heard.error?.retryable, server.requests.length]).toEqual([
        undefined,
        "bad_reply",
        false,
        1,
      ]);
      expect(JSON.stringify([heard.chunks, heard.error?.message])).not.toContain(KEY);
      const given = heard.chunks.map((chunk) =>
        "text" in chunk ? chunk.text : "argumentsText" in chunk ? chunk.argumentsText : "",
      );
      expect(given.join("")).not.toContain(KEY);
    } finally {
      await server.close();
    }
  });

test("a refusal that repeats the key in another form does not show it", async () => {
  const forms = [
    KEY.slice(0, 20),
    Buffer.from(KEY).toString("base64"),
    encodeURIComponent(`${KEY} `),
    `%73${KEY.slice(1)}`,
  ];
  for (const form of forms) {
    const server = await replyServer(status(400, JSON.stringify({ error: { message: `bad key: ${form}` } })));
    try {
      const { error } = await hear(await openAt("openai-chat/m", server.url));
      expect(error?.message).toMatch(/^openai-chat\/m: status 400: bad key: \[hidden\]\S{0,4} \(see what/);
    } finally {
      await server.close();
    }
  }
});

async function heardOf(ref: string, body: string): Promise<readonly string[]> {
  const server = await replyServer(events(body));
  try {
    const { reply, error } = await hear(await openAt(ref, server.url));
    if (reply === undefined) return [error?.code ?? "nothing"];
    const calls = reply.blocks.filter(({ kind }) => kind === "tool_call");
    return [reply.stopReason, ...calls.map((block) => (block.kind === "tool_call" ? block.argumentsText : ""))];
  } finally {
    await server.close();
  }
}
