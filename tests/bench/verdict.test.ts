import { describe, expect, test } from "vitest";
import { type Baseline, judgeCase, type Round, type SignOff, worstOf } from "../../bench/verdict.ts";

const baseline: Baseline = { id: "sha256:mark", cases: { read: { p50: 2, p95: 3, peakBytes: 100 } } };
const calm: Round = { p50: 2, p95: 3, peakBytes: 100 };

function judge(rounds: readonly Round[], signOffs: readonly SignOff[] = [], goal?: number): readonly string[] {
  const remarks = judgeCase({ name: "read", rounds, baseline, goal, missedGoal: "fail", signOffs });
  return remarks.map(({ level, metric }) => `${level} ${metric}`);
}

describe("the verdict on a benchmark (G08)", () => {
  test("is silent at the marks and up to the thresholds", () => {
    expect(judge([calm, calm, calm])).toEqual([]);
    expect(judge([{ p50: 2.13, p95: 3.29, peakBytes: 104 }])).toEqual([]);
  });

  test("warns of a median 7 % above its mark, fails at p95 10 % and peak 5 % above", () => {
    expect(judge([{ ...calm, p50: 2.15 }])).toEqual(["warn p50"]);
    expect(judge([{ ...calm, p95: 3.31 }])).toEqual(["fail p95"]);
    expect(judge([{ ...calm, peakBytes: 106 }])).toEqual(["fail peakBytes"]);
  });

  test("counts a breach only when every round shows it", () => {
    const slow = { ...calm, p95: 9 };
    expect(judge([slow, calm, slow])).toEqual([]);
    expect(judge([slow, slow, slow])).toEqual(["fail p95"]);
  });

  test("takes a sign-off for this baseline, this case and this metric only", () => {
    const slow = [{ ...calm, p95: 9 }];
    const word: SignOff = { case: "read", metric: "p95", baseline: "sha256:mark", who: "a maintainer", why: "meant" };
    expect(judge(slow, [word])).toEqual(["signed off p95"]);
    expect(judge(slow, [{ ...word, baseline: "sha256:other" }])).toEqual(["fail p95"]);
    expect(judge(slow, [{ ...word, metric: "peakBytes" }])).toEqual(["fail p95"]);
    expect(judge(slow, [{ ...word, case: "join" }])).toEqual(["fail p95"]);
  });

  test("fails a goal that every round misses", () => {
    expect(judge([calm, calm], [], 1.9)).toEqual(["fail goal"]);
    expect(judge([calm, { ...calm, p50: 1.8 }], [], 1.9)).toEqual([]);
  });

  test("marks are the worst of the recorded rounds", () => {
    expect(worstOf([calm, { p50: 2.5, p95: 2.9, peakBytes: 90 }])).toEqual({ p50: 2.5, p95: 3, peakBytes: 100 });
    expect(worstOf([{ p50: 1, p95: 2, peakBytes: undefined }])).toEqual({ p50: 1, p95: 2 });
  });
});
