import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LINE_BYTES, LineFeed } from "./line-feed.ts";

function linesOf(...parts: readonly (string | Buffer)[]): readonly string[] {
  const lines: string[] = [];
  const feed = new LineFeed((line) => void lines.push(line));
  for (const part of parts) feed.add(typeof part === "string" ? Buffer.from(part) : part);
  feed.end();
  return lines;
}

test("lines are told as they come, the last one also without its end", () => {
  expect(linesOf("a\nb", "c\n\n", "d")).toEqual(["a", "bc", "", "d"]);
  expect(linesOf("a\n")).toEqual(["a"]);
  expect(linesOf("")).toEqual([]);
});

test("a line is told when its end comes, not before", () => {
  const lines: string[] = [];
  const feed = new LineFeed((line) => void lines.push(line));
  feed.add(Buffer.from("one\ntw"));
  expect(lines).toEqual(["one"]);
  feed.add(Buffer.from("o\n"));
  expect(lines).toEqual(["one", "two"]);
});

test("a character that is split between two parts is one character", () => {
  const bytes = Buffer.from("🦣é\n漢");
  const texts = fc.integer({ min: 0, max: bytes.length });
  fc.assert(
    fc.property(texts, (at) => {
      expect(linesOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(["🦣é", "漢"]);
    }),
  );
});

test("lines are neutralised, and bytes that are no text are shown as such", () => {
  expect(linesOf("\u001b[31mred\u001b[0m\n10%\r20%\r\n")).toEqual(["red", "20%"]);
  expect(linesOf(Buffer.of(0x61, 0xff, 0x62, 0x0a))).toEqual(["a\ufffdb"]);
});

test("of a line that is too long the beginning is told, cut between characters", () => {
  const whole = "x".repeat(LINE_BYTES);
  expect(linesOf(whole, "\n", "next\n")).toEqual([whole, "next"]);
  expect(linesOf(whole, "y", "z\nnext\n")).toEqual([`${whole}…`, "next"]);
  expect(linesOf(`${"x".repeat(LINE_BYTES - 1)}é\n`)).toEqual([`${"x".repeat(LINE_BYTES - 1)}…`]);
});
