import { describe, expect, test } from "vitest";
import { readReply, type RepliedBlock } from "#kernel";
import { sha256 } from "#platform";
import { type Model, type ModelChunk, type ModelRequest, PortError, type ReplyBlock } from "#ports";
import { call, calls, failure, hang, malformed, partial, say, type ScriptedTurn, think } from "./script.ts";
import { scriptedModel } from "./scripted-model.ts";

const REQUEST: ModelRequest = {
  modelRef: "scripted/model",
  system: "",
  messages: [{ role: "user", text: "2 + 2?" }],
  tools: [],
  toolChoice: { kind: "auto" },
  parallelToolCalls: true,
  maxOutputTokens: 100,
};
const NO_USAGE = { inputTokens: 0, outputTokens: 0 };
const going = (): AbortSignal => new AbortController().signal;

/** What a model answers or throws, as a value. */
async function asked(model: Model, signal: AbortSignal = going()): Promise<unknown> {
  return model.complete(REQUEST, signal).catch(told);
}

function told(error: unknown): unknown {
  if (!(error instanceof PortError)) throw error;
  const { port, code, message, retryable } = error;
  return { port, code, message, retryable };
}

/** Every chunk of a stream, and how it failed if it did. */
async function streamed(turn: ScriptedTurn, signal: AbortSignal = going()): Promise<unknown> {
  const chunks: ModelChunk[] = [];
  try {
    for await (const chunk of scriptedModel([turn], { streams: true }).stream?.(REQUEST, signal) ?? [])
      chunks.push(chunk);
    return chunks;
  } catch (error) {
    return [...chunks, told(error)];
  }
}

const ABORTED = { port: "model", code: "aborted", message: "the model call was aborted", retryable: false };

describe("a scripted model", () => {
  test("answers turn by turn, with stop reasons and ids that follow from the script", async () => {
    const model = scriptedModel([
      call("add", { b: 2, a: 1 }),
      calls([think("hm", { signature: "s" }), say("Two."), call("now", {}), call("add", "{", { id: "own" })], {
        usage: { outputTokens: 9 },
      }),
      say("4", { stopReason: "max_tokens", responseId: "r3" }),
    ]);
    expect([await asked(model), await asked(model), await asked(model)]).toEqual([
      {
        blocks: [{ kind: "tool_call", providerCallId: "scripted-0-0", tool: "add", argumentsText: '{"a":1,"b":2}' }],
        stopReason: "tool_use",
        usage: NO_USAGE,
      },
      {
        blocks: [
          { kind: "thinking", text: "hm", carry: { signature: "s" } },
          { kind: "text", text: "Two." },
          { kind: "tool_call", providerCallId: "scripted-1-2", tool: "now", argumentsText: "{}" },
          { kind: "tool_call", providerCallId: "own", tool: "add", argumentsText: "{" },
        ],
        stopReason: "tool_use",
        usage: { inputTokens: 0, outputTokens: 9 },
      },
      { blocks: [{ kind: "text", text: "4" }], stopReason: "max_tokens", usage: NO_USAGE, responseId: "r3" },
    ]);
  });

  test("gives replies that the kernel reads (R02)", async () => {
    const reply = await scriptedModel([calls([say("a"), call("b", {})])]).complete(REQUEST, going());
    expect(readReply(reply, sha256).ok).toBe(true);
    // The port's blocks and the kernel's are one form: this compiles in both directions.
    const read: readonly RepliedBlock[] = reply.blocks;
    const given: readonly ReplyBlock[] = read;
    expect(given).toHaveLength(2);
  });

  test("keeps the requests that it got, unless it is told not to", async () => {
    const model = scriptedModel([say("a"), failure()]);
    await asked(model);
    await asked(model);
    expect(model.requests).toEqual([REQUEST, REQUEST]);
    const forgetful = scriptedModel(() => say("a"), { records: false });
    await asked(forgetful);
    expect(forgetful.requests).toEqual([]);
  });

  test("says clearly that its script has ended", async () => {
    const model = scriptedModel([say("a")]);
    await asked(model);
    expect(await asked(model)).toEqual({
      port: "model",
      code: "script_ended",
      message: "the script has 1 turns, and the model was asked for turn 2",
      retryable: false,
    });
  });

  test("fails, with the code and the advice of the script", async () => {
    const model = scriptedModel([failure(), failure({ code: "unauthorized", message: "no key", retryable: false })]);
    expect([await asked(model), await asked(model)]).toEqual([
      { port: "model", code: "transport", message: "the connection broke", retryable: true },
      { port: "model", code: "unauthorized", message: "no key", retryable: false },
    ]);
  });

  test("answers what is no reply, whole and as a stream", async () => {
    expect([await asked(scriptedModel([malformed(undefined)])), await streamed(malformed({ blocks: 1 }))]).toEqual([
      undefined,
      [{ kind: "reply", reply: { blocks: 1 } }],
    ]);
  });

  test("answers from a function, a thousand turns as cheaply as one", async () => {
    const model = scriptedModel((_request, turn) => (turn < 999 ? call("add", { turn }) : say("done")), {
      records: false,
    });
    const reasons: string[] = [];
    for (let turn = 0; turn < 1_000; turn++) reasons.push((await model.complete(REQUEST, going())).stopReason);
    expect([new Set(reasons.slice(0, 999)), reasons[999]]).toEqual([new Set(["tool_use"]), "end_turn"]);
    const plain = { blocks: [], stopReason: "end_turn", usage: NO_USAGE };
    expect(await asked(scriptedModel(() => plain))).toBe(plain);
  });
});

describe("a scripted model that is told to stop", () => {
  test.each([
    ["hangs", hang()],
    ["takes its time", say("a", { delayMs: 60_000 })],
    ["hangs in its stream", partial(say("a"), { chunks: 1, ending: "hang" })],
  ])("stops when it %s", async (_when, turn) => {
    const stopping = new AbortController();
    const waiting = [asked(scriptedModel([turn]), stopping.signal), streamed(turn, stopping.signal)];
    setTimeout(() => stopping.abort("enough"), 5);
    const [whole, chunks] = await Promise.all(waiting);
    expect([whole, (chunks as readonly unknown[]).at(-1)]).toEqual([ABORTED, ABORTED]);
  });

  test("does not begin, and has still used its turn", async () => {
    const model = scriptedModel([say("a"), say("b")]);
    expect(await asked(model, AbortSignal.abort())).toEqual(ABORTED);
    expect(await asked(model)).toMatchObject({ blocks: [{ text: "b" }] });
    expect(await streamed(say("a"), AbortSignal.abort())).toEqual([ABORTED]);
  });

  test("a delay ends by itself too", async () => {
    expect(await asked(scriptedModel([say("a", { delayMs: 1 })]))).toMatchObject({ stopReason: "end_turn" });
  });
});

describe("a scripted stream", () => {
  test("is there only when it is asked for", () => {
    expect(["stream" in scriptedModel([]), "stream" in scriptedModel([], { streams: true })]).toEqual([false, true]);
  });

  test("has deltas that make the blocks, no half characters, and the whole reply at the end", async () => {
    const text = "0123456789abcde😀 and on";
    const turn = calls([think("hm"), say(text), call("add", { a: 1 })]);
    const whole = await scriptedModel([turn]).complete(REQUEST, going());
    expect(await streamed(turn)).toEqual([
      { kind: "thinking.delta", text: "hm" },
      { kind: "text.delta", text: "0123456789abcde😀" },
      { kind: "text.delta", text: " and on" },
      { kind: "tool_call.started", providerCallId: "scripted-0-2", tool: "add" },
      { kind: "tool_call.delta", providerCallId: "scripted-0-2", argumentsText: '{"a":1}' },
      { kind: "reply", reply: whole },
    ]);
  });

  test("can end or fail before the reply is whole", async () => {
    const cut = partial(say("a"), { chunks: 1, ending: "end" });
    const broken = partial(say("a"), { chunks: 1, ending: failure() });
    const delta = { kind: "text.delta", text: "a" };
    const transport = { port: "model", code: "transport", message: "the connection broke", retryable: true };
    expect([await streamed(cut), await streamed(broken)]).toEqual([[delta], [delta, transport]]);
    expect([await asked(scriptedModel([cut])), await asked(scriptedModel([broken]))]).toEqual([
      { port: "model", code: "stream_cut", message: "the stream ended before the reply was whole", retryable: true },
      transport,
    ]);
  });
});
