import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks, type HunksApplied } from "./apply-hunks.ts";
import { parsePatch } from "./parse-patch.ts";
import { SearchBudget } from "./seek-lines.ts";

function applied(text: string, ...lines: readonly string[]): HunksApplied {
  const reading = parsePatch(["*** Begin Patch", "*** Update File: a", ...lines, "*** End Patch"].join("\n"));
  const [file] = reading.ok ? reading.files : [];
  if (file?.kind !== "update") throw new Error("the test's patch cannot be read");
  return applyHunks(text, file.hunks, new SearchBudget());
}

function textOf(result: HunksApplied): unknown {
  return result.ok
    ? [result.text, result.match]
    : [result.misplaced.why, result.misplaced.hunk, result.misplaced.after];
}

describe("where hunks go", () => {
  test.each<[string, string, readonly string[], unknown]>([
    ["one after the other", "1\n2\n3\n4\n", ["@@", "-2", "+B", "@@", "-4", "+D"], ["1\nB\n3\nD\n", "exact"]],
    ["after the @@ line", "f\nx\ng\nx\n", ["@@ g", "-x", "+y"], ["f\nx\ng\ny\n", "exact"]],
    [
      "after several @@ lines",
      "A\n f\n x\nB\n f\n x\n",
      ["@@ B", "@@  f", "- x", "+ y"],
      ["A\n f\n x\nB\n f\n y\n", "exact"],
    ],
    ["added lines at the end", "1\n2\n", ["@@", "+3"], ["1\n2\n3\n", "exact"]],
    ["added lines after the @@ line", "1\n2\n", ["@@ 1", "+x"], ["1\nx\n2\n", "exact"]],
    ["an addition and a removal", "1\n2\n3\n", ["@@", "+x", "@@", " 1", "-2", "-3", "+y"], ["1\ny\nx\n", "exact"]],
    ["the last of equal lines, at the end", "x\ny\nx\n", ["@@", "-x", "+z", "*** End of File"], ["x\ny\nz\n", "exact"]],
    ["a last line without an end", "only", ["@@", "-only", "+first", "+second"], ["first\nsecond\n", "exact"]],
    ["an end for a last line elsewhere", "one\r\ntwo", ["@@", "-one", "+ONE"], ["ONE\r\ntwo\r\n", "exact"]],
    ["a blank line that is not there", "a\nb\n", ["@@", "-b", "+c", ""], ["a\nc\n", "exact"]],
    ["added lines below blank last lines", "a\r\n\r\n", ["@@", "+new"], ["a\r\n\r\nnew\r\n", "exact"]],
    ["added lines below one blank line", "\n", ["+new"], ["\nnew\n", "exact"]],
    ["an empty line above a hunk is sought first", "b\n\nb\n", ["", "-b", "+c"], ["b\n\nc\n", "exact"]],
    ["a blank line above a hunk is sought", "b\n\nb\n", [" ", "-b", "+c"], ["b\n\nc\n", "exact"]],
    ["an empty line above a hunk stands for none", "b\n\nc\n", ["", "-b", "+d"], ["d\n\nc\n", "exact"]],
    ["empty lines on both sides stand for none", "b\nc\n", ["", "-b", "+d", ""], ["d\nc\n", "exact"]],
    ["an empty line above added lines is sought", "a\n\nb\n", ["", "+x"], ["a\n\nx\nb\n", "exact"]],
    ["an empty line above added lines stands for none", "a\nb\n", ["", "+x"], ["a\nb\nx\n", "exact"]],
    ["added lines above a blank line", "a\n\nb\n", ["@@", "+new", " "], ["a\nnew\n\nb\n", "exact"]],
    ["added lines above an empty line", "a\n\nb\n", ["@@", "+new", ""], ["a\n\nb\nnew\n", "exact"]],
    ["added lines above no blank line", "a\nb\n", ["@@", "+new", " "], ["a\nb\nnew\n", "exact"]],
    ["a blank line that comes with what is added", "a\n", [" a", "", "+b"], ["a\n\nb\n", "exact"]],
    ["a blank line that comes, and one at the end", "a\n", [" a", " ", "+b", "+"], ["a\n\nb\n", "exact"]],
    ["a blank line that comes at the end", "a\n", ["@@", " ", "+b"], ["a\n\nb\n", "exact"]],
    ["everything goes", "a\n", ["@@", "-a"], ["", "exact"]],
    ["lines only kept change nothing", "a\nb", ["@@", " a"], ["a\nb", "exact"]],
    ["spaces at the end", "a  \nb\t\n", ["@@", " a", "-b", "+c"], ["a  \nc\n", "trailing_whitespace"]],
    ["spaces at both ends", "\ta\n\tb\n", ["@@", " a", "-b", "+c"], ["\ta\nc\n", "whitespace"]],
    ["typographic marks", "a – “b”\n", ["@@", '-a - "b"', "+c"], ["c\n", "punctuation"]],
  ])("%s", (_, text, lines, result) => expect(textOf(applied(text, ...lines))).toEqual(result));

  test.each<[string, string, readonly string[], unknown]>([
    ["lines that are not there", "1\n2\n", ["@@", "-3", "+x"], ["lines", 1, 0]],
    ["lines that are only before", "1\n2\n", ["@@", "-2", "+x", "@@", "-1", "+y"], ["lines", 2, 2]],
    ["an @@ line that is not there", "1\n2\n", ["@@ 9", "-1", "+x"], ["context", 1, 0]],
    ["lines that are not the last", "1\n2\n", ["@@", "-1", "+x", "*** End of File"], ["lines_at_end", 1, 0]],
    [
      "a place that another hunk has",
      "1\n2\n",
      ["@@", "-2", "+x", "@@", "-2", "+y", "*** End of File"],
      ["lines_at_end", 2, 2],
    ],
    ["a blank line above that is not there", "b\n", [" ", "-b", "+c"], ["lines", 1, 0]],
    ["a removed blank line that is not there", "b\n", ["@@", "-", "+c"], ["lines", 1, 0]],
    ["only a kept blank line that is not there", "b\n", ["@@", " "], ["lines", 1, 0]],
    ["more lines than the file has", "1\n", ["@@", " 1", "-2", "+x"], ["lines", 1, 0]],
  ])("not: %s", (_, text, lines, result) => expect(textOf(applied(text, ...lines))).toEqual(result));
});

describe("bytes of lines that stay (T06)", () => {
  test.each<[string, string, readonly string[], string]>([
    [
      "every line keeps its own end",
      "one\r\ntwo\rthree\nfour\r\n",
      ["@@", " one", " two", "-three", "+THREE", " four"],
      "one\r\ntwo\rTHREE\r\nfour\r\n",
    ],
    ["of equal lines the kept one keeps its end", "same\r\nsame\n", ["@@", "-same", " same"], "same\n"],
    ["new lines end as the first line does", "a\nb\r\nc\r\n", ["@@", " a", "+x"], "a\nx\nb\r\nc\r\n"],
    ["also below lines that end otherwise", "a\r\nb\nc\n", ["@@", "+x"], "a\r\nb\nc\nx\r\n"],
    ["a bare carriage return is no line end where there are others", "a\rb\nc\n", ["@@", "+x"], "a\rb\nc\nx\n"],
  ])("%s", (_, text, lines, result) => expect(textOf(applied(text, ...lines))).toEqual([result, "exact"]));
});

test("added and removed lines are counted and shown with their places", () => {
  expect(applied("1\n2\n3\n", "@@", " 1", "-2", "+B", "+C", "@@", "+4")).toEqual({
    ok: true,
    text: "1\nB\nC\n3\n4\n",
    added: 3,
    removed: 1,
    match: "exact",
    changes: [
      { oldLine: 2, newLine: 2, removed: ["2"], added: ["B", "C"] },
      { oldLine: 4, newLine: 5, removed: [], added: ["4"] },
    ],
  });
});

test("many equal lines cost no squares, and too much work is refused", () => {
  const text = "x\n".repeat(200_000);
  const started = performance.now();
  const lines = Array.from({ length: 100_000 }, () => " x");
  expect(textOf(applied(text, "@@", ...lines, "-y"))).toEqual(["lines", 1, 0]);
  const hunks = Array.from({ length: 200 }, () => ["@@", "- x ", "+z"]).flat();
  expect(textOf(applied(text, ...hunks))).toEqual(["work", 67, 66]);
  expect(performance.now() - started).toBeLessThan(15_000);
});

/** A patch that says everything of both sides: what it makes cannot depend on where hunks are looked for. */
const lineText = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "\t", "$&", "-", "+", "@"), maxLength: 5 });
const operations = fc.array(fc.tuple(fc.constantFrom("keep", "remove", "add"), lineText), {
  minLength: 1,
  maxLength: 30,
});

test("a patch of everything between two random texts makes exactly the second (T06)", () => {
  fc.assert(
    fc.property(operations, fc.constantFrom("\n", "\r\n", "\r"), (rows, end) => {
      const before = rows.filter(([kind]) => kind !== "add");
      const after = rows.filter(([kind]) => kind !== "remove");
      fc.pre(before.length > 0 && before.length + after.length < 2 * rows.length);
      const lines = rows.map(([kind, text]) => ({ keep: " ", remove: "-", add: "+" })[kind] + text);
      const result = applied(before.map(([, text]) => text + end).join(""), "@@", ...lines);
      return result.ok && result.text === after.map(([, text]) => text + end).join("");
    }),
    { numRuns: 1000 },
  );
});
