import { expect, test } from "vitest";
import { isPrintingAwk, isPrintingJq, isPrintingSed } from "./printing-script.ts";

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
])("awk %s only prints", (script) => {
  expect(isPrintingAwk(script)).toBe(true);
});

test.each([
  '{print > "x"}',
  '{print $1 | "sh"}',
  "{system($1)}",
  '{"id" | getline; print}',
  "BEGIN{x}",
  "{print $1; system($2)}",
  "{print $x}",
  '{print "a\\"b"}',
])("awk %s is not understood", (script) => {
  expect(isPrintingAwk(script)).toBe(false);
});

test("jq reads neither the environment nor another file", () => {
  expect([".a[] | {b}", "env.X", "$ENV", 'include "x"; .', ".environment"].map(isPrintingJq)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});
