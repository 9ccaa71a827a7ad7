import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import type { BoundActionMode } from "../spec/action-mode.ts";
import { type ReadReply, readReply } from "./read-reply.ts";
import type { RepliedBlock } from "./read-block.ts";
import { type ReplyActions, replyActions } from "./reply-actions.ts";

const CALL: RepliedBlock = { kind: "tool_call", providerCallId: "c1", tool: "add", argumentsText: '{"a":1}' };
const PROSE: RepliedBlock = { kind: "text", text: "Well." };
const FENCED: RepliedBlock = { kind: "text", text: '```tool\n{"tool":"add","args":{"a":1}}\n```' };

const JSON_MODE: BoundActionMode = { mode: "json" };
const FENCED_MODE: BoundActionMode = { mode: "text", adapterProfile: "fenced_json.v1" };
const OBSERVED: BoundActionMode = { mode: "text", adapterProfile: undefined };

function replied(stopReason: string, blocks: readonly RepliedBlock[]): ReadReply {
  const reading = readReply({ blocks, stopReason, usage: { inputTokens: 0, outputTokens: 0 } }, sha256);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.reply;
}

function actions(bound: BoundActionMode, stopReason: string, ...blocks: readonly RepliedBlock[]): ReplyActions {
  return replyActions(replied(stopReason, blocks), bound, utf8);
}

/** The kind of the answer, or what is wrong. */
function said(answer: ReplyActions): string {
  return answer.kind === "refused"
    ? answer.problems.map(({ kind, where }) => `${kind} at ${where}`).join()
    : answer.kind;
}

describe("stop reason against calls (R15)", () => {
  test.each([
    ["tool_use", "tool_use_without_call at stopReason", "act"],
    ["end_turn", "rest", "calls_after_end at stopReason"],
    ["max_tokens", "rest", "calls_cut at stopReason"],
    ["pause_turn", "rest", "calls_while_paused at stopReason"],
    ["refusal", "unhandled", "unhandled"],
    ["stop", "unhandled", "unhandled"],
    ["", "unhandled", "unhandled"],
    ["constructor", "unhandled", "unhandled"],
  ])("%s without a call is %s, with one %s", (stopReason, without, withCall) => {
    for (const bound of [JSON_MODE, { mode: "code" } as const])
      expect([said(actions(bound, stopReason, PROSE)), said(actions(bound, stopReason, PROSE, CALL))]).toEqual([
        without,
        withCall,
      ]);
  });

  test.each([
    ["tool_use", "tool_use_without_call at stopReason", "act"],
    ["end_turn", "rest", "act"],
    ["max_tokens", "rest", "calls_cut at stopReason"],
    ["pause_turn", "rest", "calls_while_paused at stopReason"],
    ["refusal", "unhandled", "unhandled"],
  ])("%s without a call in the text is %s, with one %s", (stopReason, without, withCall) => {
    expect([
      said(actions(FENCED_MODE, stopReason, PROSE)),
      said(actions(FENCED_MODE, stopReason, PROSE, FENCED)),
    ]).toEqual([without, withCall]);
  });

  test("what nobody handles keeps its word for the gate", () => {
    expect(actions(JSON_MODE, "refusal", CALL)).toEqual({ kind: "unhandled", stopReason: "refusal" });
  });
});

describe("text mode (K12, R19)", () => {
  test("calls of a profile come with it, with their block, and with the state that they make", () => {
    const reply = replied("end_turn", [{ kind: "thinking", text: "```tool" }, FENCED, PROSE, FENCED]);
    const { replyDigest } = reply;
    const call = { providerCallId: "", tool: "add", argumentsText: '{"a":1}', adapterProfile: "fenced_json.v1" };
    expect(replyActions(reply, FENCED_MODE, utf8)).toEqual({
      kind: "act",
      stopReason: "tool_use",
      calls: [
        { index: 0, block: { replyDigest, n: 1 }, ...call },
        { index: 1, block: { replyDigest, n: 3 }, ...call },
      ],
    });
  });

  test("without a profile text is only looked at", () => {
    expect(actions(OBSERVED, "end_turn", FENCED)).toEqual({ kind: "rest", stopReason: "end_turn" });
  });

  test.each([OBSERVED, FENCED_MODE])("a structured call is refused under $adapterProfile", (bound) => {
    expect(said(actions(bound, "tool_use", FENCED, CALL))).toBe("native_call_in_text_mode at blocks[1]");
  });

  test("in the other modes text makes no call", () => {
    expect(said(actions(JSON_MODE, "end_turn", FENCED))).toBe("rest");
  });

  test("one problem is enough that no call of the reply runs, and says where it is", () => {
    const bad: RepliedBlock = { kind: "text", text: "Now\n\n```tool\n{}\n```" };
    expect(said(actions(FENCED_MODE, "end_turn", FENCED, bad, FENCED))).toBe(
      "call_wrong_shape at blocks[1].text line 3",
    );
  });

  test("a fence does not run into the next block: whether that one is quoted nobody knows", () => {
    const open: RepliedBlock = { kind: "text", text: "```sh\nls" };
    expect([
      said(actions(FENCED_MODE, "end_turn", open)),
      said(actions(FENCED_MODE, "end_turn", open, FENCED)),
    ]).toEqual(["rest", "fence_unclosed at blocks[0].text"]);
  });

  test("more than 64 calls are none (DESIGN 20)", () => {
    const calls = (count: number) => Array.from({ length: count }, () => FENCED);
    expect(said(actions(FENCED_MODE, "end_turn", ...calls(64)))).toBe("act");
    expect(said(actions(FENCED_MODE, "end_turn", ...calls(65)))).toBe("too_many_calls at blocks");
  });
});
