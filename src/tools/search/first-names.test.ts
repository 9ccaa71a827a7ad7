import { expect, test } from "vitest";
import { FirstNames } from "./first-names.ts";

test("the first names in byte order are kept, whatever order they come in, and a cut is told", () => {
  const names = new FirstNames(3);
  for (const name of ["a/b", "z", "a.txt", "😀", "\uFFFD", "b", "a"]) names.add(name);
  expect([names.sorted(), names.isCut]).toStrictEqual([["a", "a.txt", "a/b"], true]);
});

test("as many names as are kept are no cut", () => {
  const names = new FirstNames(3);
  for (const name of ["c", "😀", "\uFFFD"]) names.add(name);
  expect([names.isCut, names.sorted(), names.isCut]).toStrictEqual([false, ["c", "\uFFFD", "😀"], false]);
});
