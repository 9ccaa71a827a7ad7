import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

const KNOWN = ["actor", "stateDir", "color", "config show"];

test.each([
  ["actr", "actor"],
  ["acotr", "actor"],
  ["colour", "color"],
  ["statedir", "stateDir"],
  ["state", "stateDir"],
  ["show", "config show"],
  ["zzzzz", undefined],
  ["", undefined],
])("%j most likely means %j", (word, near) => {
  expect(nearestWord(word, KNOWN)).toBe(near);
});

test("the nearest wins, not the first", () => {
  expect(nearestWord("caller", ["color", "callee", "taller"])).toBe("callee");
});

test("a word too long to be a typing error is compared with nothing", () => {
  expect(nearestWord("a".repeat(65), ["a".repeat(65)])).toBeUndefined();
});
