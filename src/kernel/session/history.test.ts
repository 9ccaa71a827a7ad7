import { describe, expect, test } from "vitest";
import { type CallAnswer, History } from "./history.ts";

const CALLS = ["a", "b"].map(
  (tool) => ({ kind: "tool_call", providerCallId: "x", tool, argumentsText: "{}" }) as const,
);
const answer = (toolCallId: string, tool = "a"): CallAnswer => ({
  toolCallId,
  tool,
  text: toolCallId,
  isFailure: false,
});

describe("a history", () => {
  test("gives calls the host's ids, and hands answers over in call order, whatever finished first (R11)", () => {
    const history = new History();
    history.addUser("go");
    history.addReply([{ kind: "text", text: "hm" }, ...CALLS], ["tc-1", "tc-2"]);
    history.addAnswer(answer("tc-2"));
    history.addAnswer(answer("tc-1"));
    expect(history.close()?.messages).toEqual([
      { role: "user", text: "go" },
      {
        role: "assistant",
        blocks: [
          { kind: "text", text: "hm" },
          { ...CALLS[0], toolCallId: "tc-1" },
          { ...CALLS[1], toolCallId: "tc-2" },
        ],
      },
      { role: "tool", answers: [answer("tc-1", "a"), answer("tc-2", "b")] },
    ]);
  });

  test("with an open call is not closed: it cannot be sent (R11)", () => {
    const history = new History();
    history.addReply(CALLS, ["tc-1", "tc-2"]);
    history.addAnswer(answer("tc-1"));
    expect([history.close(), history.openCalls]).toEqual([undefined, [{ toolCallId: "tc-2", tool: "b" }]]);
  });

  test("that can record nothing any more is shown with an answer to every call, and stays as it was (R12)", () => {
    const history = new History();
    history.addReply(CALLS, ["tc-1", "tc-2"]);
    history.addAnswer(answer("tc-1"));
    const unknown = { toolCallId: "tc-2", tool: "b", text: "unknown", isFailure: true };
    expect(history.messagesWith("unknown").slice(1)).toEqual([{ role: "tool", answers: [answer("tc-1"), unknown] }]);
    expect([history.length, history.openCalls.length]).toEqual([1, 1]);
  });

  test.each<[string, (history: History) => void]>([
    ["an answer to a call that nobody made", (history) => history.addAnswer(answer("tc-9"))],
    ["a second answer", (history) => [1, 2].forEach(() => history.addAnswer(answer("tc-1")))],
    ["a message before the answers", (history) => history.addUser("wait")],
    ["a second reply before the answers", (history) => history.addReply([], [])],
    ["two calls of one id", (history) => new History().addReply(CALLS, ["same", "same"]) ?? history.addReply([], [])],
    ["a call without an id", () => new History().addReply(CALLS, ["only"])],
  ])("refuses %s when it is added (R11)", (_, add) => {
    const history = new History();
    history.addReply(CALLS, ["tc-1", "tc-2"]);
    expect(() => add(history)).toThrow(/is no open call|before every call|has no id of its own/);
  });
});
