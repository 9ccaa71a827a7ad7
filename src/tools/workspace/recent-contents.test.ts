import { expect, test } from "vitest";
import { digestBytes } from "#platform";
import { RecentContents } from "./recent-contents.ts";

test("the digest is that of the bytes as they are now, also when the same buffer was changed meanwhile", () => {
  const recent = new RecentContents();
  const bytes = Buffer.from("one");
  expect(recent.digestOf(bytes)).toBe(digestBytes(Buffer.from("one")));
  bytes.write("two");
  expect(recent.digestOf(bytes)).toBe(digestBytes(Buffer.from("two")));
  expect(recent.digestOf(Buffer.from("one"))).toBe(digestBytes(Buffer.from("one")));
});

test("contents of every size and any number of them are digested rightly", () => {
  const recent = new RecentContents();
  for (const size of [0, 1, 2_097_152, 2_097_153, 0, 1]) {
    const bytes = Buffer.alloc(size, "x");
    expect(recent.digestOf(bytes)).toBe(digestBytes(bytes));
  }
  for (let at = 0; at < 20; at++) {
    const bytes = Buffer.from(`${at % 7}`);
    expect(recent.digestOf(bytes)).toBe(digestBytes(bytes));
  }
});
