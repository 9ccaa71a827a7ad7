import { expect, test } from "vitest";
import type { ModelMessage } from "#ports";
import { checkLegalHistory } from "./check-legal-history.ts";

const ASKED: ModelMessage = { role: "user", text: "go" };
const SAID: ModelMessage = { role: "assistant", blocks: [{ kind: "text", text: "4" }] };

function called(...ids: readonly string[]): ModelMessage {
  const blocks = ids.map((toolCallId) => {
    return { kind: "tool_call", providerCallId: "p", tool: "add", argumentsText: "{}", toolCallId } as const;
  });
  return { role: "assistant", blocks };
}

function answered(...ids: readonly string[]): ModelMessage {
  return {
    role: "tool",
    answers: ids.map((toolCallId) => ({ toolCallId, tool: "add", text: "3", isFailure: false })),
  };
}

function whys(...messages: readonly ModelMessage[]): readonly string[] {
  return checkLegalHistory(messages).map(({ at, why }) => `${at}: ${why}`);
}

test("a history in which every call is answered in the next message is legal, and so is an empty one", () => {
  expect(whys()).toEqual([]);
  expect(whys(ASKED, called("a", "b"), answered("a", "b"), SAID, ASKED, called("c"), answered("c"))).toEqual([]);
});

test.each([
  ["a call at the end", [ASKED, called("a")], "1: the calls a (add) are followed by no answers"],
  ["a call before somebody speaks", [ASKED, called("a"), ASKED], "1: the calls a (add) are followed by no answers"],
  [
    "one answer of two",
    [ASKED, called("a", "b"), answered("a")],
    "1: the calls a (add), b (add) are followed by answers to a (add)",
  ],
  [
    "answers in another order",
    [ASKED, called("a", "b"), answered("b", "a")],
    "1: the calls a (add), b (add) are followed by answers to b (add), a (add)",
  ],
  [
    "an answer twice",
    [ASKED, called("a"), answered("a", "a")],
    "1: the calls a (add) are followed by answers to a (add), a (add)",
  ],
  [
    "an id twice",
    [ASKED, called("a"), answered("a"), called("a"), answered("a")],
    "3: the id a was given to a call before",
  ],
  ["answers to nothing", [ASKED, SAID, answered("a")], "2: answers that follow no call"],
  ["answers twice", [ASKED, called("a"), answered("a"), answered("a")], "3: answers that follow no call"],
  ["a model that begins", [SAID], "0: the first message is not the user's"],
])("%s is not", (_, messages, why) => {
  expect(whys(...messages)).toEqual([why]);
});

test("calls that were written as text have answers behind a message without call blocks", () => {
  const messages = [ASKED, SAID, answered("a")];
  expect(checkLegalHistory(messages, { mode: "text" })).toEqual([]);
});
