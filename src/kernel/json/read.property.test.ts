import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { numberLiteral, someText, someTree, type Tree, writeTree } from "../../../tests/support/json-text.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { JOIN_CHECK_INPUT } from "../evidence/wire.ts";
import { Cursor } from "./cursor.ts";
import { decodeShape } from "./decode.ts";
import { freeValue } from "./free.ts";
import { type KeyRepeat, placed, positionOf, type Reading, Unreadable } from "./problem.ts";
import { readJson, readStruct } from "./read.ts";
import type { Json } from "./value.ts";

/** What the tokenizer alone answers, without the native parser. */
function readByTokenizer(bytes: Uint8Array, decode: (cursor: Cursor, repeats: KeyRepeat[]) => Json): Reading<Json> {
  const cursor = new Cursor(bytes, utf8);
  const repeats: KeyRepeat[] = [];
  try {
    const value = decode(cursor, repeats);
    if (cursor.next() !== -1) cursor.failNext("trailing characters");
    return { ok: true, value, duplicates: placed(bytes, repeats) };
  } catch (stop) {
    if (!(stop instanceof Unreadable)) throw stop;
    return { ok: false, problem: { reason: stop.message, ...positionOf(bytes, stop.offset) } };
  }
}

/** A reading with its value as canonical text, so that whole readings compare. */
function shown<T extends Json>(reading: Reading<T>): unknown {
  return reading.ok ? { text: canonicalJson(reading.value), duplicates: reading.duplicates } : reading.problem;
}

const seed = fc.integer();

/** A join-check file without unknown fields, with free JSON wherever the wire allows it. */
const someJoinFile: fc.Arbitrary<Tree> = fc
  .tuple(someTree("repeated"), someTree("distinct"), someText, fc.boolean())
  .map(([payload, tusk, text, on]) => {
    const names = ["callId", "modelRef", "actionMode", "executionPattern", "normalizerId"].concat(
      ["mutation", "governance", "reminderQueue", "stateView", "decomposition"].map((name) => `${name}PolicyDigest`),
      "toolRenderProtocolDigest",
    );
    const result: Tree = {
      members: [
        ["payload", payload],
        ["toolCallId", text],
        ["rawError", tusk],
        ["retryable", on],
      ],
    };
    const evidence: Tree = {
      members: [
        ["toolResults", { list: [result] }],
        ["callSpec", { members: names.map((name) => [name, text]) }],
        [
          "protocolState",
          {
            members: [
              ["stopReason", text],
              ["continuationAllowed", on],
            ],
          },
        ],
        ["sessionRefs", { list: [text] }],
        ["handoff", null],
        ["tusk", tusk],
      ],
    };
    return {
      members: [
        ["evidence", evidence],
        ["governanceProfile", null],
      ],
    };
  });

/** One wound to a document: some bytes cut out, some put in. */
const someWound = fc.record({
  at: fc.nat(),
  cut: fc.constantFrom(0, 0, 1, 2, 1000),
  put: fc.oneof(
    fc
      .constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "-", ".", "e9", "0", "\n", "\\u", "\\ud800", "nul")
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }),
  ),
});

function wounded(bytes: Uint8Array, wounds: readonly { at: number; cut: number; put: Uint8Array }[]): Uint8Array {
  return wounds.reduce<Uint8Array>((body, { at, cut, put }) => {
    const place = at % (body.length + 1);
    return Buffer.concat([body.subarray(0, place), put, body.subarray(place + cut)]);
  }, bytes);
}

const someWoundedBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.oneof(someTree("repeated"), someJoinFile), seed, fc.array(someWound, { minLength: 1, maxLength: 3 }))
  .map(([tree, style, wounds]) => wounded(utf8.encode(writeTree(tree, style)), wounds));

describe("the fast path gives what the tokenizer alone gives", () => {
  test("for any document: values, repeats and problems (contract 0.3, 0.6)", () => {
    fc.assert(
      fc.property(someTree("repeated", numberLiteral(310)), seed, (tree, style) => {
        const bytes = utf8.encode(writeTree(tree, style));
        expect(shown(readJson(bytes, utf8))).toStrictEqual(shown(readByTokenizer(bytes, freeValue)));
      }),
      { numRuns: 1200 },
    );
  });

  test("for documents without repeats, which only the fast path reads", () => {
    fc.assert(
      fc.property(someTree("distinct"), seed, (tree, style) => {
        const bytes = utf8.encode(writeTree(tree, style));
        expect(shown(readJson(bytes, utf8))).toStrictEqual(shown(readByTokenizer(bytes, freeValue)));
      }),
      { numRuns: 1200 },
    );
  });

  test("for numbers under keys that start with a digit, whatever stands before the colon", () => {
    const key = fc.constantFrom("10", "2", "01", "a", "-1", "4294967296");
    const members = fc.uniqueArray(fc.tuple(key, numberLiteral(20)), { selector: ([name]) => name, minLength: 2 });
    fc.assert(
      fc.property(members, seed, (pairs, style) => {
        const tree: Tree = { members: pairs.map(([name, number]) => [name, { number }]) };
        const bytes = utf8.encode(writeTree(tree, style));
        expect(shown(readJson(bytes, utf8))).toStrictEqual(shown(readByTokenizer(bytes, freeValue)));
      }),
      { numRuns: 1000 },
    );
  });

  test("for wounded documents: the same problem at the same place (contract 0.6)", () => {
    fc.assert(
      fc.property(someWoundedBytes, (bytes) => {
        expect(shown(readJson(bytes, utf8))).toStrictEqual(shown(readByTokenizer(bytes, freeValue)));
      }),
      { numRuns: 1200 },
    );
  });

  test("for wire files: the same fields, free values and numbers included", () => {
    fc.assert(
      fc.property(someJoinFile, seed, (tree, style) => {
        const bytes = utf8.encode(writeTree(tree, style));
        const byTokenizer = readByTokenizer(bytes, (cursor, repeats) => decodeShape(cursor, JOIN_CHECK_INPUT, repeats));
        expect(shown(readStruct(bytes, JOIN_CHECK_INPUT, utf8) as Reading<Json>)).toStrictEqual(shown(byTokenizer));
        expect(byTokenizer.ok).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

/** What any bytes answer, as one of two words; whatever is thrown fails the property. */
function outcomes(bytes: Uint8Array): readonly boolean[] {
  return [readJson(bytes, utf8).ok, readStruct(bytes, JOIN_CHECK_INPUT, utf8).ok];
}

/** Text that no rule of ours beyond JSON's own can refuse: shallow, in range, without escaped surrogates. */
function isTame(text: string): boolean {
  return !/\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{250}/.test(text) && text.replace(/[^[{]/g, "").length < 128;
}

function nativeAccepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function agrees(bytes: Uint8Array): boolean {
  const text = utf8.decode(bytes, 0, bytes.length);
  const accepted = readJson(bytes, utf8).ok;
  if (text === undefined) return !accepted;
  const native = nativeAccepts(text);
  return isTame(text) ? accepted === native : native || !accepted;
}

describe("no bytes make a reader throw", () => {
  test("random bytes are answered", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(outcomes(bytes)).toHaveLength(2);
      }),
      { numRuns: 1200 },
    );
  });

  test("random strings of JSON's own characters are answered", () => {
    const soup = fc.string({ unit: fc.constantFrom(...Array.from('[]{}",:\\ \n-+.0eEulnrtfas/dD8c')), maxLength: 40 });
    fc.assert(
      fc.property(soup, (text) => {
        expect(outcomes(utf8.encode(text))).toHaveLength(2);
        expect(agrees(utf8.encode(text))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("wounded documents are answered", () => {
    fc.assert(
      fc.property(someWoundedBytes, (bytes) => {
        expect(outcomes(bytes)).toHaveLength(2);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("readJson and JSON.parse accept the same texts, but for the contract's own limits (contract 0.6)", () => {
  test("random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
        expect(agrees(bytes)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("documents, whole", () => {
    fc.assert(
      fc.property(someTree("repeated", numberLiteral(99)), seed, (tree, style) => {
        expect(agrees(utf8.encode(writeTree(tree, style)))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("documents, wounded", () => {
    fc.assert(
      fc.property(someWoundedBytes, (bytes) => {
        expect(agrees(bytes)).toBe(true);
      }),
      { numRuns: 1200 },
    );
  });
});
