import { expect, test } from "vitest";
import { bytesSource } from "./byte-source.ts";
import { lineAt } from "./line-at.ts";

const at = (text: string, start: number, units = 5): string => lineAt(bytesSource(Buffer.from(text)), start, units);

test("a line is shown from its start to its end, without the line end", () => {
  expect([at("ab\ncd\n", 3), at("ab\r\ncd\r\n", 4), at("ab\ncd", 3), at("\n", 0), at("", 0)]).toStrictEqual([
    "cd",
    "cd",
    "cd",
    "",
    "",
  ]);
});

test("a longer line is clipped between characters and says so", () => {
  expect([at("abcdef", 0), at("abcde", 0), at("abcd😀\n", 0), at("€".repeat(50), 0)]).toStrictEqual([
    "abcde…",
    "abcde",
    "abcd…",
    "€€€€€…",
  ]);
});

test("bytes that are no UTF-8 are shown as U+FFFD", () => {
  expect(lineAt(bytesSource(Buffer.from([0x61, 0xff, 0x62, 0x0a])), 0, 5)).toBe("a\uFFFDb");
});
