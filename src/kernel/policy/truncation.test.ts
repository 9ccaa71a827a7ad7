import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TruncationPolicy } from "../spec/spec-values.ts";
import { showText } from "./truncation.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const bytesOf = (text: string): number => Buffer.byteLength(text);

test("a text that fits is shown as it is, to the last byte", () => {
  const policy: TruncationPolicy = { maxBytes: 6, keep: "middle", marker: "|" };
  expect(showText("äöü", policy, sha256)).toEqual({ text: "äöü" });
  expect(showText("", policy, sha256)).toEqual({ text: "" });
});

test.each<[TruncationPolicy["keep"], string, number, number]>([
  ["middle", "abc|hij", 3, 3],
  ["head", "abcdef|", 6, 0],
  ["tail", "|efghij", 0, 6],
])("keep %s shows %s", (keep, shown, headBytes, tailBytes) => {
  const text = "abcdefghij";
  const cut = { totalBytes: 10, sha256: `sha256:${sha256(text)}`, headBytes, tailBytes, markerBytes: 1 };
  expect(showText(text, { maxBytes: 7, keep, marker: "|" }, sha256)).toEqual({ text: shown, cut });
});

test("what a whole character leaves of the head's room goes to the tail", () => {
  const policy: TruncationPolicy = { maxBytes: 8, keep: "middle", marker: "|" };
  const { text, cut } = showText("😀abcdefghij", policy, sha256);
  expect({ text, cut }).toEqual({
    text: "|defghij",
    cut: { totalBytes: 14, sha256: `sha256:${sha256("😀abcdefghij")}`, headBytes: 0, tailBytes: 7, markerBytes: 1 },
  });
});

test("a marker that does not fit is cut itself, and nothing is shown beside it", () => {
  const policy: TruncationPolicy = { maxBytes: 4, keep: "middle", marker: "…cut…" };
  expect(showText("abcdefghij", policy, sha256)).toMatchObject({
    text: "…c",
    cut: { headBytes: 0, tailBytes: 0, markerBytes: 4 },
  });
});

test("any text is cut to size: the parts add up, begin and end it, and no character is in two", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "日", "😀", "\n"), maxLength: 60 });
  const policies = fc.record({
    maxBytes: fc.nat({ max: 80 }),
    keep: fc.constantFrom<TruncationPolicy["keep"]>("middle", "head", "tail"),
    marker: fc.constantFrom("", "|", "[…]"),
  });
  fc.assert(
    fc.property(text, policies, (whole, policy) => {
      const { text: shown, cut } = showText(whole, policy, sha256);
      expect(bytesOf(shown)).toBeLessThanOrEqual(policy.maxBytes);
      expect(shown.isWellFormed()).toBe(true);
      if (cut === undefined) return shown === whole;
      const bytes = Buffer.from(whole);
      const head = bytes.subarray(0, cut.headBytes).toString();
      const tail = bytes.subarray(bytes.length - cut.tailBytes).toString();
      const marker = Buffer.from(policy.marker).subarray(0, cut.markerBytes).toString();
      return shown === head + marker + tail && bytesOf(shown) === cut.headBytes + cut.tailBytes + cut.markerBytes;
    }),
  );
});
