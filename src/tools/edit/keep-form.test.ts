import { expect, test } from "vitest";
import { keepForm } from "./keep-form.ts";

test.each<[string, string, string | undefined, string, readonly string[]]>([
  ["a new file is written as it is", "a\n", undefined, "a\n", []],
  ["a byte order mark stays", "a\n", "\uFEFFold\n", "\uFEFFa\n", ["bom"]],
  ["CRLF stays when all lines had it", "a\nb\n", "x\r\ny\r\n", "a\r\nb\r\n", ["line_endings"]],
  ["both stay", "a\n", "\uFEFFx\r\n", "\uFEFFa\r\n", ["bom", "line_endings"]],
  ["a content with its own byte order mark has one", "\uFEFFa", "\uFEFFx", "\uFEFFa", []],
  ["a content with CRLF is written as it is", "a\r\nb\n", "x\r\n", "a\r\nb\n", []],
  ["mixed line ends are not kept", "a\n", "x\r\ny\n", "a\n", []],
  ["a binary file keeps nothing", "a\n", "\uFEFF\0\r\n", "a\n", []],
  ["a content with NUL is written as it is", "\0\n", "x\r\n", "\0\n", []],
])("%s", (_, content, existing, result, kept) => {
  const form = keepForm(content, existing === undefined ? undefined : Buffer.from(existing));
  expect({ text: Buffer.from(form.bytes).toString(), kept: form.kept }).toEqual({ text: result, kept });
});
