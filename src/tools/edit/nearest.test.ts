import { expect, test } from "vitest";
import { findNearest, type Nearest } from "./nearest.ts";

const FILE = [
  "function one() {",
  "\treturn first(1);",
  "}",
  "",
  "function two() {",
  "  return Second(2);  ",
  "}",
  "",
].join("\n");

test.each<[string, string, Nearest | undefined]>([
  [
    "indentation",
    "function one() {\n    return first(1);\n}",
    { line: 2, found: "\treturn first(1);", sought: "    return first(1);", differs: "indentation" },
  ],
  [
    "trailing whitespace",
    "function two() {\n  return Second(2);\n}",
    { line: 6, found: "  return Second(2);  ", sought: "  return Second(2);", differs: "trailing whitespace" },
  ],
  [
    "letter case",
    "return second(2)",
    { line: 6, found: "  return Second(2);  ", sought: "return second(2)", differs: "letter case" },
  ],
  [
    "spacing",
    "return first( 1 );",
    { line: 2, found: "\treturn first(1);", sought: "return first( 1 );", differs: "spacing" },
  ],
  [
    "punctuation",
    "return first(1)\u037e",
    { line: 2, found: "\treturn first(1);", sought: "return first(1)\u037e", differs: "text" },
  ],
  [
    "a line in between that is other",
    "function one() {\n\treturn other(9);\n}",
    { line: 2, found: "\treturn first(1);", sought: "\treturn other(9);", differs: "text" },
  ],
  [
    "the end of the file",
    "  return Second(2);  \n}\n\nfunction three() {",
    { line: 8, found: "", sought: "function three() {", differs: "text" },
  ],
  ["nothing that is there", "completely different words", undefined],
  ["only marks", "}}}", undefined],
])("the nearest place names the first line that differs: %s", (_, sought, nearest) => {
  expect(findNearest(FILE, sought)).toEqual(nearest);
});

test("line ends are named when nothing else differs", () => {
  expect(findNearest("a line\r\nanother line\nlast", "a line\nanother line")).toEqual({
    line: 1,
    found: "a line\r",
    sought: "a line",
    differs: "line ending",
  });
});

test("of several places the one with most of the lines is shown, the earliest of equals", () => {
  const text = "x = call();\ny = 1;\n\nx = call();\ny = 2;\nz = 3;\n\nx = call();\ny = 2;\nz = 3;\n";
  expect(findNearest(text, "x = call();\ny = 2;\nz = 4;")).toEqual({
    line: 6,
    found: "z = 3;",
    sought: "z = 4;",
    differs: "text",
  });
});

test("a large file and a large text take bounded time", () => {
  const file = "  const value = compute(some, arguments);\n".repeat(600_000);
  const sought = "\tconst value = compute(other, arguments);\n".repeat(25_000);
  const started = performance.now();
  findNearest(file, sought);
  findNearest("a".repeat(30_000_000), "b ".repeat(500_000));
  findNearest("a b\n".repeat(5_000_000), "b c\n".repeat(250_000));
  expect(performance.now() - started).toBeLessThan(15_000);
});
