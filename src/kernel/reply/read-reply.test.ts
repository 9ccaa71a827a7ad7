import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { canonicalJson } from "../digest/canonical.ts";
import { digestIn } from "../digest/digest.ts";
import { plainJson } from "../json/plain.ts";
import type { JsonObject } from "../json/value.ts";
import type { RepliedBlock } from "./read-block.ts";
import { readReply, REPLY_BOUNDS, type ReplyReading } from "./read-reply.ts";
import { replyText } from "./reply-text.ts";

const USAGE = { inputTokens: 10, outputTokens: 3 };
const CALL = { kind: "tool_call", providerCallId: "c1", tool: "add", argumentsText: '{"a":1}' } as const;

const read = (reply: unknown): ReplyReading => readReply(reply, sha256);
const withBlocks = (...blocks: readonly unknown[]): ReplyReading =>
  read({ blocks, stopReason: "end_turn", usage: USAGE });

/** Kinds and places of what is wrong. */
function wrong(reading: ReplyReading): readonly string[] {
  return reading.ok ? [] : reading.problems.map(({ kind, where }) => `${kind} at ${where}`);
}

describe("a reply is read", () => {
  test("with its blocks in order, its digest, and its calls with their place (R02)", () => {
    const carry = { signature: "s==" };
    const blocks = [
      { kind: "thinking", text: "hm", carry },
      { kind: "text", text: "two calls", carry },
      CALL,
      { kind: "provider_executed", carry },
      { ...CALL, tool: "sub", carry },
    ] as const;
    const origin = { responseId: "r1", rawDigest: `sha256:${"0".repeat(64)}` };
    const reply = { blocks, stopReason: "tool_use", usage: { ...USAGE, costMicros: 7 }, ...origin };
    const replyDigest = digestIn(sha256, "tusk.reply.v1", { blocks, stopReason: "tool_use" });
    const call = { providerCallId: "c1", argumentsText: '{"a":1}' };
    expect(read(reply)).toStrictEqual({
      ok: true,
      reply: {
        ...reply,
        replyDigest,
        calls: [
          { index: 0, block: { replyDigest, n: 2 }, ...call, tool: "add" },
          { index: 1, block: { replyDigest, n: 4 }, ...call, tool: "sub" },
        ],
      },
    });
  });

  test("without fields that nobody knows, and undefined is absent", () => {
    const plain = withBlocks(CALL, { kind: "thinking", text: "" });
    expect(withBlocks({ ...CALL, run: true }, { kind: "thinking", text: "", carry: undefined, seen: 1 })).toStrictEqual(
      plain,
    );
    expect(read({ blocks: [], stopReason: "end_turn", usage: USAGE, responseId: undefined })).toStrictEqual(
      withBlocks(),
    );
  });

  test("as a copy: whoever made it cannot change it afterwards", () => {
    const carry = { signature: "s" };
    const block: { kind: string; text: string; carry: object } = { kind: "thinking", text: "a", carry };
    const reading = withBlocks(block);
    block.text = "b";
    carry.signature = "t";
    expect(reading).toStrictEqual(withBlocks({ kind: "thinking", text: "a", carry: { signature: "s" } }));
  });

  test("also where a provider repeats its ids or has none (DESIGN 6)", () => {
    const reading = withBlocks(CALL, CALL, { ...CALL, providerCallId: "" });
    expect(reading.ok && reading.reply.calls.map(({ index, providerCallId }) => [index, providerCallId])).toEqual([
      [0, "c1"],
      [1, "c1"],
      [2, ""],
    ]);
  });

  test("with arguments that are no JSON: the border answers those", () => {
    expect(withBlocks({ ...CALL, argumentsText: '{"a":' }).ok).toBe(true);
  });
});

test("the digest is of blocks and stop reason alone, and of every part of them", () => {
  const digestOf = (reply: object): unknown => {
    const reading = read({ blocks: [CALL], stopReason: "tool_use", usage: USAGE, ...reply });
    return reading.ok ? reading.reply.replyDigest : reading;
  };
  const one = digestOf({});
  const same = [{ usage: { inputTokens: 0, outputTokens: 0 } }, { responseId: "r" }, { rawDigest: one }];
  expect(same.map(digestOf)).toEqual([one, one, one]);
  const others = [
    digestOf({ stopReason: "end_turn" }),
    digestOf({ blocks: [{ ...CALL, providerCallId: "c2" }] }),
    digestOf({ blocks: [{ ...CALL, argumentsText: '{"a": 1}' }] }),
    digestOf({ blocks: [CALL, CALL] }),
    digestOf({ blocks: [{ ...CALL, carry: { signature: "s" } }] }),
  ];
  expect(new Set([one, ...others]).size).toBe(6);
});

describe("what is wrong is named with its place (R02)", () => {
  test.each<readonly [when: string, reading: ReplyReading, problems: readonly string[]]>([
    ["no reply", read(undefined), ["wrong_shape at reply"]],
    ["a list", read([]), ["wrong_shape at reply"]],
    ["nothing in it", read({}), ["blocks", "stopReason", "usage"].map((field) => `wrong_shape at ${field}`)],
    ["a block that is a text", withBlocks("hello"), ["wrong_shape at blocks[0]"]],
    ["a hole for a block", withBlocks(CALL, undefined, CALL), ["wrong_shape at blocks[1]"]],
    ["a block of no known kind", withBlocks({ kind: "image" }), ["unknown_block at blocks[0].kind"]],
    ["a kind that every object knows", withBlocks({ kind: "constructor" }), ["unknown_block at blocks[0].kind"]],
    ["a text that is none", withBlocks({ kind: "text", text: 1 }), ["wrong_shape at blocks[0].text"]],
    ["half a character", withBlocks({ kind: "text", text: "a\uD83D" }), ["lone_surrogate at blocks[0].text"]],
    ["an empty tool name", withBlocks({ ...CALL, tool: "" }), ["empty_tool_name at blocks[0].tool"]],
    ["a blank tool name", withBlocks({ ...CALL, tool: " \n" }), ["empty_tool_name at blocks[0].tool"]],
    [
      "arguments that are an object",
      withBlocks({ ...CALL, argumentsText: {} }),
      ["wrong_shape at blocks[0].argumentsText"],
    ],
    [
      "no provider id at all",
      withBlocks({ ...CALL, providerCallId: null }),
      ["wrong_shape at blocks[0].providerCallId"],
    ],
    [
      "something to carry that is no JSON",
      withBlocks({ kind: "provider_executed", carry: { at: new Map() } }),
      ["not_json at blocks[0].carry"],
    ],
    [
      "something to carry with a call that is no JSON",
      withBlocks({ ...CALL, carry: 1 }),
      ["wrong_shape at blocks[0].carry"],
    ],
    [
      "a digest that is none",
      read({ blocks: [], stopReason: "end_turn", usage: USAGE, rawDigest: "sha256:0" }),
      ["wrong_shape at rawDigest"],
    ],
    ["nothing to carry", withBlocks({ kind: "provider_executed" }), ["wrong_shape at blocks[0].carry"]],
    [
      "usage that is no count",
      read({ blocks: [], stopReason: "", usage: { inputTokens: NaN, outputTokens: -1, costMicros: 0.5 } }),
      ["inputTokens", "outputTokens", "costMicros"].map((field) => `wrong_shape at usage.${field}`),
    ],
    ["a stop reason that is none", read({ blocks: [], stopReason: null, usage: USAGE }), ["wrong_shape at stopReason"]],
  ])("%s", (_when, reading, problems) => {
    expect(wrong(reading)).toEqual(problems);
  });

  test("all of it, eight by name and the rest by number", () => {
    const reading = withBlocks(...Array.from({ length: 20 }, () => null));
    expect(wrong(reading)).toHaveLength(8);
    expect(reading).toMatchObject({ ok: false, more: 12 });
  });

  test("without any content of the reply", () => {
    const reading = withBlocks(
      { kind: "secret-kind" },
      { kind: "text", text: ["secret"] },
      { ...CALL, tool: 7, argumentsText: { secret: 1 } },
    );
    expect(JSON.stringify(reading)).not.toContain("secret");
  });
});

describe("a reply has bounds (DESIGN 20)", () => {
  const many = (count: number): ReplyReading =>
    withBlocks(...Array.from({ length: count }, () => ({ kind: "text", text: "" })));
  const calls = (count: number): ReplyReading => withBlocks(...Array.from({ length: count }, () => CALL));
  const sized = (text: string): ReplyReading => withBlocks({ kind: "text", text });

  test("256 blocks, 64 calls and 8 MiB are read, one more of any is not", () => {
    expect([many(256), calls(64), sized("a".repeat(REPLY_BOUNDS.bytes))].map(wrong)).toEqual([[], [], []]);
    expect([many(257), calls(65), sized("a".repeat(REPLY_BOUNDS.bytes + 1))].map(wrong)).toEqual([
      ["too_many_blocks at blocks"],
      ["too_many_calls at blocks"],
      ["too_large at blocks"],
    ]);
  });

  test("bytes are counted, of everything that was said", () => {
    const half = "é".repeat(REPLY_BOUNDS.bytes / 4);
    const both = withBlocks({ kind: "text", text: half }, { ...CALL, argumentsText: half });
    expect([wrong(sized(half + half)), wrong(both)]).toEqual([[], ["too_large at blocks"]]);
    const carry = { big: [half, half, 2n ** 60n] };
    expect(wrong(withBlocks({ kind: "provider_executed", carry }))).toEqual(["too_large at blocks"]);
  });
});

test("the digest is that of the canonical form, whatever was said", () => {
  const text = fc.string({ unit: "grapheme" });
  const carry = fc.dictionary(
    fc.string({ unit: "grapheme" }),
    fc.oneof(fc.integer(), text),
  ) as fc.Arbitrary<JsonObject>;
  const block: fc.Arbitrary<RepliedBlock> = fc.oneof(
    fc.record({ kind: fc.constant("text" as const), text, carry }, { requiredKeys: ["kind", "text"] }),
    fc.record({ kind: fc.constant("thinking" as const), text, carry }, { requiredKeys: ["kind", "text"] }),
    fc.record(
      { kind: fc.constant("tool_call" as const), providerCallId: text, tool: text, argumentsText: text, carry },
      { requiredKeys: ["kind", "providerCallId", "tool", "argumentsText"] },
    ),
    fc.record({ kind: fc.constant("provider_executed" as const), carry }),
  );
  fc.assert(
    fc.property(fc.array(block), text, (blocks, stopReason) => {
      const canonical = canonicalJson(["tusk.reply.v1", { blocks: plainJson(blocks), stopReason }]);
      expect(replyText(blocks, stopReason)).toBe(canonical);
    }),
  );
});

test("whatever an adapter gives is read or refused, never thrown at (R02)", () => {
  const anyBlock = fc.record(
    {
      kind: fc.oneof(fc.constantFrom("text", "thinking", "tool_call", "provider_executed"), fc.anything()),
      text: fc.anything(),
      providerCallId: fc.anything(),
      tool: fc.anything(),
      argumentsText: fc.anything(),
      carry: fc.anything(),
    },
    { requiredKeys: ["kind"] },
  );
  const anyReply = fc.oneof(
    fc.anything(),
    fc.record({ blocks: fc.array(fc.oneof(anyBlock, fc.anything())), stopReason: fc.anything(), usage: fc.anything() }),
  );
  fc.assert(
    fc.property(anyReply, (reply) => {
      const reading = read(reply);
      expect(reading.ok || reading.problems.every(({ what }) => what !== "" && what.length <= 200)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

describe("whatever an adapter gives, it is read without a throw and once", () => {
  const bomb = {
    kind: "text",
    get text(): never {
      throw new Error("bomb");
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw "no error";
      },
    },
  );
  test.each([
    ["a getter that throws", { blocks: [bomb], stopReason: "end_turn", usage: USAGE }],
    ["a revoked proxy", proxy],
    ["a revoked proxy among its blocks", { blocks: [proxy], stopReason: "end_turn", usage: USAGE }],
    ["a proxy that throws", throwing],
    ["a getter that throws in what goes back", { blocks: [{ kind: "provider_executed", carry: { bomb } }] }],
  ])("%s", (_, given) => {
    expect(wrong(read(given))).toEqual(["wrong_shape at reply"]);
  });

  test("what says something else at every look is what it said at the first", () => {
    let looks = 0;
    const usage = {
      inputTokens: 1,
      outputTokens: 1,
      get costMicros(): number {
        return looks++ === 0 ? 7 : Number.NaN;
      },
    };
    const reading = read({ blocks: [], stopReason: "end_turn", usage });
    expect(reading).toMatchObject({ ok: true, reply: { usage: { costMicros: 7 } } });
  });
});
