import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "./utf8.ts";

function decode(...bytes: readonly number[]): string | undefined {
  return utf8.decode(Uint8Array.from(bytes), 0, bytes.length);
}

describe("UTF-8", () => {
  test("text becomes bytes and the same text again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 50 }), (text) => {
        const bytes = utf8.encode(text);
        expect(Buffer.from(bytes)).toStrictEqual(Buffer.from(new TextEncoder().encode(text)));
        expect(utf8.decode(bytes, 0, bytes.length)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test("bytes are text exactly when a strict decoder says so", () => {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const reference = (bytes: Uint8Array): string | undefined => {
      try {
        return strict.decode(bytes);
      } catch {
        return undefined;
      }
    };
    const bytes = fc.array(
      fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0xef, 0xbb, 0xf0, 0x9f, 0xf4, 0xff),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(bytes, (list) => {
        const text = reference(Uint8Array.from(list));
        expect(decode(...list)).toBe(text);
        expect(utf8.isValid(Uint8Array.from(list), 0, list.length)).toBe(text !== undefined);
      }),
      { numRuns: 3000 },
    );
  });

  test("only the part asked for is decoded, also from a view into a larger buffer", () => {
    const view = Buffer.from([0xff, ...Buffer.from("aé😀b"), 0xff]).subarray(1);
    expect([
      utf8.decode(view, 0, 8),
      utf8.decode(view, 1, 3),
      utf8.decode(view, 3, 7),
      utf8.decode(view, 8, 8),
    ]).toStrictEqual(["aé😀b", "é", "😀", ""]);
    expect([utf8.decode(view, 0, 2), utf8.decode(view, 2, 3), utf8.decode(view, 0, 9)]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a byte-order mark stays in the text", () => {
    expect(decode(0xef, 0xbb, 0xbf, 0x41)).toBe("\uFEFFA");
  });

  test.each([
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["an overlong NUL of three bytes", [0xe0, 0x80, 0x80]],
    ["past U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["a cut character", [0xf0, 0x9f, 0x98]],
    ["a byte that starts nothing", [0x80]],
  ])("%s is no text", (_what, bytes) => {
    expect(decode(...bytes)).toBeUndefined();
  });
});
