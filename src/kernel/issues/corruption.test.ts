import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { findCorruption } from "./corruption.ts";

const NUL = "contains NUL byte(s)";
const NON_UTF8 = "contains non-UTF-8 byte sequence(s)";

test.each<[string, readonly number[], string | undefined]>([
  ["nothing at all is sound", [], undefined],
  ["text is sound", [...utf8.encode("é😀\n")], undefined],
  ["NUL is named first", [0xff, 0x0a, 0x00], NUL],
  ["bytes that are no character are named", [0x61, 0xff, 0x0a], NON_UTF8],
  ["at the end too", [0xff, 0xfe, 0xfd], NON_UTF8],
  ["a continuation without its beginning is none", [0x0a, 0x80], NON_UTF8],
  ["three of them are none", [0x80, 0x80, 0x80, 0x80], NON_UTF8],
  ["an overlong beginning is none", [0x61, 0xc1], NON_UTF8],
  ["a beginning past Unicode is none", [0x61, 0xf5], NON_UTF8],
  ["half a character before the end is none", [0xc3, 0x0a], NON_UTF8],
  ["half a character of two is a torn tail", [0x61, 0xc3], undefined],
  ["half a character of three is a torn tail", [0x61, 0xe2, 0x82], undefined],
  ["three quarters of a character are a torn tail", [0x61, 0xf0, 0x9f, 0x98], undefined],
  ["before a torn tail all must be sound", [0xff, 0xc3], NON_UTF8],
])("%s (K14)", (_, bytes, corruption) => {
  expect(findCorruption(Uint8Array.from(bytes), utf8)).toBe(corruption);
});
