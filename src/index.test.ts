import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, digest, Float, judgeTurn, NotJsonError, parseJson } from "./index.ts";

describe("the library", () => {
  test("reads text and bytes alike, numbers kept exactly (contract 0.3)", () => {
    const text = '{"é":[1.0,9007199254740993]}';
    const reading = { ok: true, value: { é: [new Float(1), 9_007_199_254_740_993n] }, duplicates: [] };
    expect([parseJson(text), parseJson(Buffer.from(text))]).toStrictEqual([reading, reading]);
  });

  test("answers a lone surrogate in text with a problem", () => {
    expect(parseJson('"\uD800"')).toStrictEqual({
      ok: false,
      problem: { reason: "lone surrogate in text", line: 1, column: 1 },
    });
  });

  test("gives canonical text and digest, or refuses what JSON cannot say (contract 0.4)", () => {
    expect([canonical({ b: 1, a: [] }), digest({})]).toStrictEqual([
      '{"a":[],"b":1}',
      "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
    ]);
    expect(() => canonical({ a: NaN })).toThrow(NotJsonError);
    expect(() => digest({ a: NaN })).toThrow(NotJsonError);
  });

  test("says why evidence cannot be judged, with line and column (contract 0.6)", () => {
    expect(judgeTurn('{"evidence":{}}')).toStrictEqual({
      ok: false,
      reason: "missing field `callSpec` at line 1 column 14",
    });
  });

  test("never throws, whatever it is given to read or judge", () => {
    const source = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.uint8Array(),
      fc.json(),
      fc.constant("\uD800"),
    );
    fc.assert(
      fc.property(source, (given) => {
        expect([parseJson(given).ok, judgeTurn(given).ok]).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});
