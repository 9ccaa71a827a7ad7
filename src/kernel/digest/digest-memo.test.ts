import { sha256 } from "#platform";
import { expect, test } from "vitest";
import { digestText } from "./digest.ts";
import { DigestMemo } from "./digest-memo.ts";

function counted(): { readonly memo: DigestMemo; readonly hashed: string[] } {
  const hashed: string[] = [];
  const memo = new DigestMemo((text) => {
    hashed.push(text);
    return sha256(text);
  });
  return { memo, hashed };
}

test("a text that stays the same is hashed once, and another one again", () => {
  const { memo, hashed } = counted();
  const texts = ["a", "a", "b", "a"];
  expect(texts.map((text) => memo.digest("queue", text))).toEqual(texts.map((text) => digestText(sha256, text)));
  expect(hashed).toEqual(["a", "b", "a"]);
});

test("kinds do not forget each other's, and a long text is not kept", () => {
  const { memo, hashed } = counted();
  const long = "x".repeat(2_001);
  for (const text of ["a", "a", long, long]) {
    memo.digest("queue", text);
    memo.digest("view", "v");
  }
  expect(hashed).toEqual(["a", "v", long, long]);
});

test("a text without UTF-8 is refused each time", () => {
  const { memo } = counted();
  for (let at = 0; at < 2; at++) expect(() => memo.digest("queue", "\uD800")).toThrow("a lone surrogate");
});
