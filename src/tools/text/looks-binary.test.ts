import { expect, test } from "vitest";
import { looksBinary } from "./looks-binary.ts";

test.each([
  ["nothing", Buffer.alloc(0), false],
  ["text", Buffer.from("plain\n"), false],
  ["characters of all lengths", Buffer.from("aé€😀"), false],
  ["a NUL", Buffer.from("text\0text"), true],
  ["UTF-16 by its mark", Buffer.from([0xff, 0xfe, 0x61, 0x62]), true],
  ["one tenth that is no UTF-8", Buffer.from("\xe9aaaaaaaaa", "latin1"), false],
  ["more than a tenth", Buffer.from("\xe9aaaaaaaa", "latin1"), true],
  ["a last character that is cut", Buffer.from("€€").subarray(0, 5), false],
])("%s", (_, head, binary) => {
  expect(looksBinary(head)).toBe(binary);
});
