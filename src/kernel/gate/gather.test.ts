import { CLOSED_TURN, judge } from "../../../conformance/closed-turn.ts";
import { runRules } from "./run.ts";
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

test("gathers two hundred thousand findings of one item: no list is spread over the stack", () => {
  const many = Array.from({ length: 200_000 }, (_, at) => ({ subject: String(at), path: "p", note: "n" }));
  expect(gather([1], () => many)).toHaveLength(200_000);
  const rule = { stage: "wire", answer: "stop", when: "always", check: () => many } as const;
  const evidence = { evidence: CLOSED_TURN };
  expect(runRules([rule], { wire: { input: evidence, evidence: judge(evidence).normalized } }).findings).toHaveLength(
    200_000,
  );
});
