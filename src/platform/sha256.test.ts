import { sha256 as pureSha256 } from "@noble/hashes/sha2.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

describe("SHA-256", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("of %j is the published one", (text, hex) => {
    expect(sha256(text)).toBe(hex);
  });

  test("is what a pure implementation gives for the UTF-8 bytes of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(sha256(text)).toBe(Buffer.from(pureSha256(new TextEncoder().encode(text))).toString("hex"));
      }),
      { numRuns: 200 },
    );
  });
});
