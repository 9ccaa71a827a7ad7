import { expect, test } from "vitest";
import {
  type LineEndings,
  lineEndingsOf,
  readText,
  rewriteText,
  withCrlf,
  withMarkFor,
  writeText,
} from "./text-file.ts";

test.each<[string, LineEndings]>([
  ["", "none"],
  ["one line", "none"],
  ["a\nb\n", "lf"],
  ["a\r\nb\r\n", "crlf"],
  ["a\r\nb", "crlf"],
  ["a\r\nb\n", "mixed"],
  ["a\nb\r\n", "mixed"],
  ["a\rb\r\n", "mixed"],
  ["a\r\nb\r", "mixed"],
  ["a\rb", "mixed"],
  ["a\r\r\n", "mixed"],
])("the lines of %j end as %s", (text, endings) => expect(lineEndingsOf(text)).toBe(endings));

test("the byte order mark is kept apart from the text and comes back byte for byte (T06)", () => {
  const bytes = Buffer.from("\uFEFFa\r\n\uFEFFb", "utf8");
  const file = readText(bytes);
  expect(file).toEqual({ bom: true, text: "a\r\n\uFEFFb" });
  expect(file && Buffer.compare(writeText(file), bytes)).toBe(0);
});

test.each([
  ["\uFEFFa", { bom: false, text: "\uFEFFab" }],
  ["\\ufeffa", { bom: false, text: "\uFEFFab" }],
  ["a", { bom: true, text: "ab" }],
  ["a\uFEFF", { bom: true, text: "ab" }],
])("the mark is in the text only for a text that begins with it: %j", (sought, file) => {
  expect(withMarkFor(sought, { bom: true, text: "ab" })).toEqual(file);
  expect(withMarkFor(sought, { bom: false, text: "ab" })).toEqual({ bom: false, text: "ab" });
});

test.each([
  [{ bom: true, text: "a" }, "b", "\uFEFFb"],
  [{ bom: true, text: "a" }, "\uFEFFb", "\uFEFFb"],
  [{ bom: true, text: "\uFEFFa" }, "\uFEFFb", "\uFEFF\uFEFFb"],
  [{ bom: false, text: "a" }, "\uFEFFb", "\uFEFFb"],
])("a file that is written again has the marks that it had: case %#", (file, text, result) => {
  expect(Buffer.from(rewriteText(file, text)).toString("utf8")).toBe(result);
});

test("bytes that are not UTF-8, or hold a NUL, are no text", () => {
  expect(readText(Buffer.from([0x61, 0xff]))).toBeUndefined();
  expect(readText(Buffer.from("a\0b"))).toBeUndefined();
  expect(readText(Buffer.from(""))).toEqual({ bom: false, text: "" });
});

test("line ends that are CRLF already stay as they are", () => expect(withCrlf("a\r\nb\nc")).toBe("a\r\nb\r\nc"));
