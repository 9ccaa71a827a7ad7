import { expect, test } from "vitest";
import { editExcerpt } from "./edit-excerpt.ts";
import { findAll } from "./occurrences.ts";

function excerpt(text: string, sought: string, replacement: string): ReturnType<typeof editExcerpt> {
  const { at, count } = findAll(text, sought);
  return editExcerpt(text, { at, replacements: count, sought, replacement });
}

test.each<[string, string, string, number, string]>([
  ["one line", "a\nb\nc\n", "b=>B", 2, "@@ -2,1 +2,1 @@\n-b\n+B"],
  ["two places in one line", "a\nb b\nc\n", "b=>B", 2, "@@ -2,1 +2,1 @@\n-b b\n+B B"],
  [
    "places that follow each other move",
    "a\nb\na\n",
    "a=>x\ny",
    1,
    "@@ -1,1 +1,2 @@\n-a\n+x\n+y\n@@ -3,1 +4,2 @@\n-a\n+x\n+y",
  ],
  ["a line that goes", "a\nb\nc\n", "b\n=>", 2, "@@ -2,1 +2,0 @@\n-b"],
  ["a text that begins with a line end", "\na\n", "\na=>\nb", 1, "@@ -2,1 +2,1 @@\n-a\n+b"],
  ["the first line at offset 0", "\n\nx", "\n\n=>\n", 1, "@@ -2,1 +2,0 @@\n-"],
])("what changed is shown by lines: %s", (_, text, change, firstLine, diff) => {
  const [sought = "", replacement = ""] = change.split("=>");
  expect(excerpt(text, sought, replacement)).toEqual({ firstLine, diff });
});

test("no more than 40 lines and 200 units of each are shown, the rest is counted", () => {
  const { diff } = excerpt(`${"x".repeat(500)}\n`.repeat(60), `${"x".repeat(500)}\n`, "y\n");
  const lines = diff.split("\n");
  expect(lines.length).toBe(41);
  expect(lines.at(-1)).toMatch(/^… \d+ more lines$/);
  expect(lines[1]).toBe(`-${"x".repeat(198)}…`);
});

test("one long line with many places takes time in proportion to its length", () => {
  const started = performance.now();
  excerpt("ab".repeat(1_000_000), "a", "c");
  expect(performance.now() - started).toBeLessThan(15_000);
});
