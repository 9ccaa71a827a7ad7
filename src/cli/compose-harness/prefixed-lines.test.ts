import { expect, test } from "vitest";
import { PrefixedLines } from "./prefixed-lines.ts";

function told(...pieces: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const prefixed = new PrefixedLines("[w bd-1] ", (text) => void lines.push(text));
  for (const piece of pieces) prefixed.add(piece);
  prefixed.end();
  return lines;
}

test("text in any pieces becomes whole lines, each with its prefix", () => {
  expect(told("one", " and", " two\nthr", "ee\n\nfour")).toEqual([
    "[w bd-1] one and two\n",
    "[w bd-1] three\n",
    "[w bd-1] \n",
    "[w bd-1] four\n",
  ]);
  expect(told("a\n")).toEqual(["[w bd-1] a\n"]);
  expect(told()).toEqual([]);
});

test("a line without an end is not kept for ever", () => {
  expect(told("x".repeat(5000), "y").map((line) => line.length)).toEqual([5010, 11]);
});
