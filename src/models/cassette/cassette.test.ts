import { describe, expect, test } from "vitest";
import { type Digest, digestText } from "#kernel";
import { sha256 } from "#platform";
import { type Model, type ModelChunk, type ModelRequest, PortError } from "#ports";
import { call, failure, malformed, partial, say, type ScriptedTurn } from "../scripted/script.ts";
import { scriptedModel } from "../scripted/scripted-model.ts";
import { CassetteDifference, cassetteModel } from "./cassette-model.ts";
import type { CassetteRow } from "./cassette-row.ts";
import { recordingModel } from "./recording-model.ts";
import { requestDigest } from "./request-digest.ts";

const signal = new AbortController().signal;

function request(text: string): ModelRequest {
  return {
    modelRef: "scripted/model",
    system: "",
    messages: [{ role: "user", text }],
    tools: [{ name: "add", description: "", schema: { type: "object" }, examples: [] }],
    toolChoice: { kind: "auto" },
    parallelToolCalls: true,
    maxOutputTokens: 100,
  };
}

/** Everything that a run of requests shows: chunks or replies, and failures. */
async function run(model: Model, asked: readonly string[]): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (const text of asked) {
    try {
      if (model.stream === undefined) seen.push(await model.complete(request(text), signal));
      else for await (const chunk of model.stream(request(text), signal)) seen.push(chunk);
    } catch (error) {
      seen.push(
        error instanceof PortError
          ? { code: error.code, message: error.message, retryable: error.retryable }
          : String(error),
      );
    }
  }
  return seen;
}

const SCRIPT: readonly ScriptedTurn[] = [
  call("add", { a: 1 }),
  failure({ code: "overloaded", message: "busy" }),
  partial(say("half of it"), { chunks: 1, ending: "end" }),
  partial(say("half of it"), { chunks: 1, ending: failure() }),
  malformed({ blocks: null }),
  say("done"),
];
const ASKED = ["one", "two", "three", "four", "five", "six"];

describe("a recorded run (R24)", () => {
  test.each([true, false])("replays the same chunks and the same failures; streaming: %s", async (streams) => {
    const rows: CassetteRow[] = [];
    const recorded = await run(
      recordingModel(scriptedModel(SCRIPT, { streams, ref: "a/b" }), (row) => void rows.push(row)),
      ASKED,
    );
    const cassette = JSON.parse(JSON.stringify(rows)) as CassetteRow[];
    const model = cassetteModel(cassette);
    expect([await run(model, ASKED), model.ref]).toEqual([recorded, "a/b"]);
    expect(await run(model, ["seven"])).toEqual([
      { code: "cassette_ended", message: "call 7 was never recorded", retryable: false },
    ]);
  });

  test("is a row for everything that happened, in order", async () => {
    const rows: CassetteRow[] = [];
    await run(
      recordingModel(scriptedModel([say("hi"), failure()]), (row) => void rows.push(row)),
      ["one", "two"],
    );
    const requested = { kind: "model.requested", ref: "scripted/model", streamed: false };
    const reply = {
      blocks: [{ kind: "text", text: "hi" }],
      stopReason: "end_turn",
      usage: { inputTokens: 0, outputTokens: 0 },
    };
    expect(rows).toEqual([
      { ...requested, call: 0, requestDigest: requestDigest(request("one")) },
      { kind: "model.chunk", call: 0, chunk: { kind: "reply", reply } },
      { kind: "model.ended", call: 0 },
      { ...requested, call: 1, requestDigest: requestDigest(request("two")) },
      {
        kind: "model.failed",
        call: 1,
        failure: { kind: "port", code: "transport", message: "the connection broke", retryable: true },
      },
    ]);
  });

  test("names the first call at which another run differs", async () => {
    const rows: CassetteRow[] = [];
    await run(
      recordingModel(scriptedModel([say("a"), say("b")]), (row) => void rows.push(row)),
      ["one", "two"],
    );
    const model = cassetteModel(rows);
    await model.complete(request("one"), signal);
    const differing = await model.complete(request("2"), signal).catch((error: unknown) => error);
    expect(differing).toBeInstanceOf(CassetteDifference);
    expect(differing).toMatchObject({
      port: "model",
      code: "cassette_differs",
      retryable: false,
      call: 1,
      recorded: requestDigest(request("two")),
      asked: requestDigest(request("2")),
    });
  });

  test("keeps calls apart that ran at the same time", async () => {
    const rows: CassetteRow[] = [];
    const model = recordingModel(
      scriptedModel([say("slow", { delayMs: 5 }), say("fast")]),
      (row) => void rows.push(row),
    );
    const both = (of: Model) => Promise.all([of.complete(request("one"), signal), of.complete(request("two"), signal)]);
    const recorded = await both(model);
    expect(rows.map(({ call: of }) => of)).toEqual([0, 1, 1, 1, 0, 0]);
    expect(await both(cassetteModel(rows))).toEqual(recorded);
  });

  test("may have its requests told apart by whoever has a cheaper way", async () => {
    const digestOf = ({ messages }: ModelRequest): Digest => digestText(sha256, `${messages.length}`);
    const rows: CassetteRow[] = [];
    await run(
      recordingModel(scriptedModel([say("a")]), (row) => void rows.push(row), { digestOf }),
      ["one"],
    );
    expect(await run(cassetteModel(rows, { digestOf }), ["another"])).toMatchObject([{ stopReason: "end_turn" }]);
  });
});

test("nothing is handed on before it is recorded, and a sink that fails fails the call", async () => {
  const rows: string[] = [];
  const model = recordingModel(scriptedModel([say("a"), say("b")], { streams: true }), async (row) => {
    await Promise.resolve();
    if (row.call === 1) throw new PortError("cassette", "no_space", "the disk is full");
    rows.push(row.kind);
  });
  for await (const chunk of model.stream?.(request("one"), signal) ?? []) rows.push(`seen ${chunk.kind}`);
  expect(rows).toEqual([
    "model.requested",
    "model.chunk",
    "seen text.delta",
    "model.chunk",
    "seen reply",
    "model.ended",
  ]);
  expect(await run(model, ["two"])).toEqual([{ code: "no_space", message: "the disk is full", retryable: false }]);
});

test("a stream that its reader left is left, and its recording ends there", async () => {
  const left: string[] = [];
  const endless: Model = {
    ...scriptedModel([]),
    async *stream(): AsyncGenerator<ModelChunk, void, undefined> {
      try {
        for (;;) yield { kind: "text.delta", text: "on and " };
      } finally {
        left.push("left");
      }
    },
  };
  const rows: CassetteRow[] = [];
  for await (const chunk of recordingModel(endless, (row) => void rows.push(row)).stream?.(request("one"), signal) ??
    []) {
    left.push(chunk.kind);
    break;
  }
  expect(left).toEqual(["text.delta", "left"]);
  expect(await run(cassetteModel(rows), ["one"])).toEqual([
    { kind: "text.delta", text: "on and " },
    { code: "cassette_ended", message: "the recording of this call ends here", retryable: false },
  ]);
});

test("an adapter's bug is replayed as one, not as a failure of the world", async () => {
  const rows: CassetteRow[] = [];
  const buggy: Model = { ref: "a/b", complete: () => Promise.reject(new TypeError("x is undefined")) };
  const recorded = await run(
    recordingModel(buggy, (row) => void rows.push(row)),
    ["one"],
  );
  expect([recorded, await run(cassetteModel(rows), ["one"])]).toEqual([
    ["TypeError: x is undefined"],
    ["Error: x is undefined"],
  ]);
});

test("a replay stops when it is told to", async () => {
  const rows: CassetteRow[] = [];
  await run(
    recordingModel(scriptedModel([say("a")]), (row) => void rows.push(row)),
    ["one"],
  );
  await expect(cassetteModel(rows).complete(request("one"), AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
  });
});

test("the digest of a request is of all of it", () => {
  const one = request("one");
  const others: readonly ModelRequest[] = [
    { ...one, system: "be brief" },
    { ...one, tools: [] },
    { ...one, toolChoice: { kind: "any" } },
    { ...one, parallelToolCalls: false },
    { ...one, maxOutputTokens: 101 },
    { ...one, modelRef: "other" },
    request("two"),
  ];
  expect(new Set([one, ...others].map(requestDigest)).size).toBe(8);
  expect(requestDigest(structuredClone(one))).toBe(requestDigest(one));
});
