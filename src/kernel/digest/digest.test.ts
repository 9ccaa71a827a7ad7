import { sha256 as pureSha256 } from "@noble/hashes/sha2.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { someText } from "../../../tests/support/json-text.ts";
import type { Json } from "../json/value.ts";
import { digestIn, digestJson, digestMultiset, digestText, parseDigest } from "./digest.ts";

const EMPTY_TEXT = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const EMPTY_OBJECT = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

function pureDigest(text: string): string {
  return `sha256:${Buffer.from(pureSha256(utf8.encode(text))).toString("hex")}`;
}

const someValue: fc.Arbitrary<Json> = fc.oneof(
  someText,
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false),
  fc.array(someText, { maxLength: 3 }),
  fc.dictionary(someText, someText, { maxKeys: 3 }),
);

describe("a digest (contract 0.4)", () => {
  test("of a text is over its raw bytes, of a value over its canonical form", () => {
    expect([digestText(sha256, ""), digestJson(sha256, {})]).toStrictEqual([EMPTY_TEXT, EMPTY_OBJECT]);
    expect(digestJson(sha256, "")).toBe(pureDigest('""'));
    expect(digestJson(sha256, { b: [1, "é"], a: null })).toBe(pureDigest('{"a":null,"b":[1,"é"]}'));
  });

  test("of any text is the one a second implementation gives", () => {
    fc.assert(
      fc.property(fc.oneof(someText, fc.string({ unit: "binary", maxLength: 300 })), (text) => {
        expect(digestText(sha256, text)).toBe(pureDigest(text));
      }),
      { numRuns: 500 },
    );
  });

  test("of any value is earned again by parsing", () => {
    fc.assert(
      fc.property(someValue, (value) => {
        const digest = digestJson(sha256, value);
        expect(parseDigest(digest)).toBe(digest);
      }),
      { numRuns: 100 },
    );
  });

  test("does not run parts together", () => {
    const splits: Json[] = [
      ["ab", "c"],
      ["a", "bc"],
      ["abc"],
      "abc",
      ["a", "b", "c"],
      ["abc", ""],
      ["", "abc"],
      [["ab"], "c"],
    ];
    expect(new Set(splits.map((value) => digestJson(sha256, value))).size).toBe(splits.length);
  });
});

describe("a foreign string", () => {
  test.each([EMPTY_TEXT, EMPTY_OBJECT])("%s becomes a digest", (text) => {
    expect(parseDigest(text)).toBe(text);
  });

  test.each([
    "",
    "sha256:",
    EMPTY_TEXT.slice(7),
    EMPTY_TEXT.slice(0, -1),
    `${EMPTY_TEXT}0`,
    `${EMPTY_TEXT}\n`,
    ` ${EMPTY_TEXT}`,
    `\n${EMPTY_TEXT}`,
    EMPTY_TEXT.toUpperCase(),
    EMPTY_TEXT.replace("e3", "E3"),
    EMPTY_TEXT.replace("e3", "g3"),
    EMPTY_TEXT.replace("sha256", "sha512"),
  ])("%j is no digest", (text) => {
    expect(parseDigest(text)).toBeUndefined();
  });
});

describe("a digest in a domain", () => {
  test("is the digest of the domain and the value together", () => {
    expect(digestIn(sha256, "tool.request", { a: 1 })).toBe(pureDigest('["tool.request",{"a":1}]'));
  });

  test("differs when the domain or the value does, and from the value's own", () => {
    fc.assert(
      fc.property(someText, someText, someValue, someValue, (one, two, left, right) => {
        const sameValue = digestJson(sha256, left) === digestJson(sha256, right);
        expect(digestIn(sha256, one, left) === digestIn(sha256, two, right)).toBe(one === two && sameValue);
        expect(digestIn(sha256, one, left)).not.toBe(digestJson(sha256, left));
      }),
      { numRuns: 300 },
    );
  });

  test("cannot be reached by moving text from the domain into the value", () => {
    const digests = [
      digestIn(sha256, "ab", "c"),
      digestIn(sha256, "a", "bc"),
      digestIn(sha256, 'a","b', "c"),
      digestIn(sha256, "a", ["b", "c"]),
      digestIn(sha256, "", "abc"),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe("the digest of a multiset (K04)", () => {
  const someValues = fc.array(someValue, { maxLength: 6 });

  test("ignores the order of its members", () => {
    const shuffled = someValues.chain((values) => {
      return fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length }));
    });
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        expect(digestMultiset(sha256, others)).toBe(digestMultiset(sha256, values));
      }),
      { numRuns: 300 },
    );
  });

  test("keeps how often a member is there", () => {
    fc.assert(
      fc.property(someValues, someValue, (values, more) => {
        const [once, twice] = [
          [...values, more],
          [...values, more, more],
        ];
        const digests = [values, once, twice].map((members) => digestMultiset(sha256, members));
        expect(new Set(digests).size).toBe(3);
      }),
      { numRuns: 300 },
    );
  });

  test("does not run members together", () => {
    const sets: Json[][] = [[], [[]], ["ab", "c"], ["a", "bc"], ["abc"], [["ab", "c"]], [["ab"], "c"], ["a", "b", "c"]];
    expect(new Set(sets.map((values) => digestMultiset(sha256, values))).size).toBe(sets.length);
  });
});
