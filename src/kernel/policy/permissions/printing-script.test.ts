import { expect, test } from "vitest";
import { isPlainFormat } from "./print-format.ts";
import { isPrintingAwk } from "./printing-awk.ts";
import { areOneSed, isPrintingJq, isPrintingSed } from "./printing-script.ts";

test.each([
  "1p",
  "10,20p",
  "$p",
  "1,$p",
  "/a/p",
  "/a/,/b/p",
  "/a/,+3p",
  "5q",
  "/x/d",
  "$=",
  "s/a/b/",
  "s/a\\/b/c/gI",
  "s|a|b|g; 3p",
  "s/[a-z]/x/g",
])("sed %s only prints", (script) => {
  expect(isPrintingSed(script)).toBe(true);
});

test.each([
  "e",
  "1e id",
  "w x",
  "1w x",
  "s/a/b/e",
  "s/a/b/w x",
  "s/a/b/gw x",
  "r x",
  "s/a/b/;e",
  "s/[/]/x/;e",
  "s/a/b/\ne",
  "1p;w x",
  "{p}",
  "y/a/b/",
  "s/a/b",
  "i\\ x",
  "",
  "s/a/b/m\ne id",
])("sed %j is not understood", (script) => {
  expect(isPrintingSed(script)).toBe(false);
});

test.each([
  "{print}",
  "{print $1}",
  "{ print $1, $NF }",
  '{print $1 " " $2}',
  "NR==1 {print $2}",
  "/x/ {print $(NF-1)}",
  "NR>=10 && NR<=20",
  "/a/,/b/",
  "length($0) > 80",
  "!seen[$0]++",
  "{sum += $1} END {print sum}",
  '{printf "%s\\n", $1}',
  "{c[$1]++} END {for (k in c) print k, c[k]}",
  '{print "a\\"b" $x}',
])("awk %s only prints", (script) => {
  expect(isPrintingAwk(script)).toBe(true);
});

test.each([
  '{print > "x"}',
  '{print $1 | "sh"}',
  "{system($1)}",
  '{"id" | getline; print}',
  "{print $1; system($2)}",
  "{print $1 >> f}",
  '{print ENVIRON["X"]}',
  '{getline < "x"}',
  '@load "x"',
  '/[/]/ {print > "x"}',
  "{print (1) > $1}",
  "{f(1)}",
  "}{print}",
  "{print $1",
  "{x = 1 / 2}",
  "",
  `{print "${"a".repeat(1000)}"}`,
])("awk %s is not understood", (script) => {
  expect(isPrintingAwk(script)).toBe(false);
});

test.each([
  [["1p", "5p"], true],
  [["s/a/b/", "s/c/d/"], true],
  [["s/[ab]/c/"], true],
  [["s/[ab]/c/", "p"], false],
  [["p", "w x"], false],
  [[], false],
])("several scripts of sed, %j, only print: %s", (scripts, expected) => {
  expect(areOneSed(scripts)).toBe(expected);
});

test.each([".a[] | {b}", ".environment", ".env", ".a.env.b", "{a: .ENV}"])("jq %s reads only its input", (filter) => {
  expect(isPrintingJq(filter)).toBe(true);
});

test.each([
  "env",
  "env.X",
  "$ENV",
  "$ ENV",
  "$\nENV",
  "{$ENV}",
  'include "x"; .',
  'import "x" as x; .',
  '"x" | modulemeta',
  "input_filename",
  "$__loc__",
  "get_search_list",
])("jq %j reads the environment, another file, or where files are", (filter) => {
  expect(isPrintingJq(filter)).toBe(false);
});

test.each([
  ["%s\\n", true],
  ["%5.2f%% %-10s %*d", true],
  ["plain", true],
  ["xx%n", false],
  ["%5n", false],
  ["%-*.3ln", false],
  ["%(%F)T", false],
  ["%", false],
])("the format %s only prints: %s", (format, expected) => {
  expect(isPlainFormat(format)).toBe(expected);
});
