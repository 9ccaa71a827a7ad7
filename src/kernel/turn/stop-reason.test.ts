import { describe, expect, test } from "vitest";
import {
  type Continuation,
  decideContinuation,
  DEFAULT_CONTINUATIONS,
  parseStopReason,
  type TurnEnd,
} from "./stop-reason.ts";

const END: TurnEnd = {
  stopReason: "tool_use",
  handled: DEFAULT_CONTINUATIONS,
  turnIndex: 3,
  maxTurns: 10,
  checkpoints: [],
  approvals: [],
};

test("each protocol state has its continuation (R15)", () => {
  expect(DEFAULT_CONTINUATIONS).toEqual({
    tool_use: "continue",
    pause_turn: "continue",
    max_tokens: "stop",
    end_turn: "stop",
  });
});

test("only the four words are protocol states, exactly as written (R15)", () => {
  const four = ["tool_use", "pause_turn", "max_tokens", "end_turn"];
  expect(four.map(parseStopReason)).toEqual(four);
  expect(["TOOL_USE", "tool_use ", "", "refusal", "toString", "__proto__"].map(parseStopReason)).toEqual(
    Array(6).fill(undefined),
  );
});

describe("the bound protocol policy decides (R15)", () => {
  test.each([
    ["tool_use", { kind: "continue" }],
    ["pause_turn", { kind: "continue" }],
    ["max_tokens", { kind: "stop", why: "protocol_policy" }],
    ["end_turn", { kind: "stop", why: "protocol_policy" }],
  ])("%s by default", (stopReason, decision) => {
    expect(decideContinuation({ ...END, stopReason })).toEqual(decision);
  });

  test("a policy may turn an answer round, and may handle a reason that is none of the four", () => {
    const handled = { tool_use: "stop", max_tokens: "continue", refusal: "stop" } as const;
    expect(decideContinuation({ ...END, handled })).toEqual({ kind: "stop", why: "protocol_policy" });
    expect(decideContinuation({ ...END, handled, stopReason: "max_tokens" })).toEqual({ kind: "continue" });
    expect(decideContinuation({ ...END, handled, stopReason: "refusal" })).toEqual({
      kind: "stop",
      why: "protocol_policy",
    });
  });

  test("an answer that is no continuation stops", () => {
    const handled = JSON.parse('{"tool_use": "go on"}') as Readonly<Record<string, Continuation>>;
    expect(decideContinuation({ ...END, handled })).toEqual({ kind: "stop", why: "protocol_policy" });
  });
});

describe("what nobody handles never continues", () => {
  test.each(["refusal", "", "TOOL_USE", "constructor", "__proto__"])("the reason %j", (stopReason) => {
    expect(decideContinuation({ ...END, stopReason })).toEqual({ kind: "unhandled", stopReason });
  });

  test("a state that the bound policy leaves out, even where turns are used up", () => {
    const end: TurnEnd = { ...END, handled: { end_turn: "stop" }, turnIndex: 10 };
    expect(decideContinuation(end)).toEqual({ kind: "unhandled", stopReason: "tool_use" });
  });
});

describe("no turn follows the last one (R15)", () => {
  const stop = { kind: "stop", why: "max_turns" };

  test.each([
    [0, 1, { kind: "continue" }],
    [9, 10, { kind: "continue" }],
    [10, 10, stop],
    [11, 10, stop],
    [0, 0, stop],
    [Number.NaN, 10, stop],
    [Number.POSITIVE_INFINITY, 10, stop],
    [3, Number.NaN, stop],
    [3, Number.POSITIVE_INFINITY, stop],
    [3, 10.5, stop],
  ])("turn %d of at most %d", (turnIndex, maxTurns, decision) => {
    expect(decideContinuation({ ...END, turnIndex, maxTurns })).toEqual(decision);
  });

  test("the protocol's stop comes before the limit, and the limit before a checkpoint nobody could pass", () => {
    const last: TurnEnd = { ...END, turnIndex: 10, checkpoints: [{ at: 2, kind: "review" }] };
    expect(decideContinuation(last)).toEqual(stop);
    expect(decideContinuation({ ...last, stopReason: "end_turn" })).toEqual({ kind: "stop", why: "protocol_policy" });
  });
});

describe("a checkpoint waits for its recorded approval (R15)", () => {
  test.each([
    [2, { kind: "checkpoint", at: 2 }],
    [3, { kind: "checkpoint", at: 3 }],
    [4, { kind: "continue" }],
    [Number.NaN, { kind: "checkpoint", at: Number.NaN }],
  ])("at %d, in turn 3", (at, decision) => {
    expect(decideContinuation({ ...END, checkpoints: [{ at, kind: "review" }] })).toEqual(decision);
  });

  test("only an approval for the same point counts", () => {
    const end: TurnEnd = { ...END, checkpoints: [{ at: 2, kind: "review" }] };
    expect(decideContinuation({ ...end, approvals: [{ at: 2 }] })).toEqual({ kind: "continue" });
    expect(decideContinuation({ ...end, approvals: [{ at: 1 }, { at: 2 }, { at: 3 }] })).toEqual({ kind: "continue" });
    expect(decideContinuation({ ...end, approvals: [{ at: 1 }, { at: 3 }] })).toEqual({ kind: "checkpoint", at: 2 });
  });

  test("of several due ones the earliest is named, whatever their order; approved ones are passed over", () => {
    const checkpoints = [
      { at: 3, kind: "review" },
      { at: 10, kind: "review" },
      { at: 2, kind: "deploy" },
      { at: 1, kind: "plan" },
    ];
    expect(decideContinuation({ ...END, checkpoints })).toEqual({ kind: "checkpoint", at: 1 });
    expect(decideContinuation({ ...END, checkpoints, approvals: [{ at: 1 }] })).toEqual({ kind: "checkpoint", at: 2 });
    expect(decideContinuation({ ...END, checkpoints, approvals: [{ at: 2 }, { at: 1 }] })).toEqual({
      kind: "checkpoint",
      at: 3,
    });
    expect(decideContinuation({ ...END, checkpoints, approvals: [{ at: 1 }, { at: 2 }, { at: 3 }] })).toEqual({
      kind: "continue",
    });
  });

  test("earliest is by number: 9 comes before 10", () => {
    const checkpoints = [10, 9].map((at) => ({ at, kind: "review" }));
    const end: TurnEnd = { ...END, turnIndex: 12, maxTurns: 20, checkpoints };
    expect(decideContinuation(end)).toEqual({ kind: "checkpoint", at: 9 });
  });

  test("a turn that stops anyway asks nobody", () => {
    const end: TurnEnd = { ...END, stopReason: "end_turn", checkpoints: [{ at: 1, kind: "review" }] };
    expect(decideContinuation(end)).toEqual({ kind: "stop", why: "protocol_policy" });
  });
});
