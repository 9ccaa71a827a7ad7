import { expect, test } from "vitest";
import { gather, NONE } from "./gather.ts";

const finding = (subject: string) => ({ subject, path: "p", note: "n" });

test("what each item shows is gathered in order, with the item's place", () => {
  expect(gather(["a", "b", "c"], (item, at) => (at === 1 ? NONE : [finding(`${item}${at}`), finding(item)]))).toEqual([
    finding("a0"),
    finding("a"),
    finding("c2"),
    finding("c"),
  ]);
});

test("nothing found is the one empty list", () => {
  expect(gather(["a"], () => NONE)).toBe(NONE);
  expect(gather([], () => [finding("never")])).toBe(NONE);
  expect(NONE).toEqual([]);
});
