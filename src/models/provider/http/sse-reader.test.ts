import { expect, test } from "vitest";
import { SseReader } from "./sse-reader.ts";

function read(...pieces: readonly string[]): readonly (readonly [string, string])[] {
  const reader = new SseReader();
  return [...pieces.flatMap((piece) => [...reader.take(piece)]), ...reader.end()].map(({ name, data }) => [name, data]);
}

test("an event is its data lines under its name", () => {
  expect(read("event: a\ndata: 1\ndata: 2\n\ndata:3\n\n")).toEqual([
    ["a", "1\n2"],
    ["message", "3"],
  ]);
});

test("lines end with LF, CR or both, also where a piece ends between the two", () => {
  const expected = [
    ["message", "1"],
    ["message", "2"],
  ];
  expect(read("data: 1\r\n\r\ndata: 2\r\n\r\n")).toEqual(expected);
  expect(read("data: 1\r", "\n\r", "\ndata: 2\r", "\n\r", "\n")).toEqual(expected);
  expect(read("data: 1\r\rdata: 2\r\r")).toEqual(expected);
  expect(read(...Array.from("data: 1\n\ndata: 2\n\n"))).toEqual(expected);
});

test("comments, other fields and names without data give no event", () => {
  expect(read(": keep-alive\n\nid: 7\nretry: 1\n\nevent: ping\n\ndata: 1\n\n")).toEqual([["message", "1"]]);
});

test("the last event needs no empty line behind it", () => {
  expect(read("data: 1\n\ndata: 2")).toEqual([
    ["message", "1"],
    ["message", "2"],
  ]);
});

test("one space behind the colon is no part of the data, a second one is", () => {
  expect(read("data:  1\n\ndata\n\n")).toEqual([
    ["message", " 1"],
    ["message", ""],
  ]);
});
