import { describe, expect, test } from "vitest";
import type { SessionEvent } from "#kernel";
import { recordedSession } from "../../../tests/support/recorded-session.ts";
import { SessionHistory } from "./session-history.ts";

const ROWS = recordedSession("s-1");

function folded(rows: readonly SessionEvent[]): SessionHistory {
  const history = new SessionHistory();
  for (const row of rows) expect(history.take(row)).toBeUndefined();
  return history;
}

function place(kind: string, n = 0): number {
  return ROWS.flatMap((row, at) => (row.kind === kind ? [at] : []))[n] ?? expect.fail(kind);
}

describe("the conversation that rows come to", () => {
  test("has inputs, replies and answers in call order, and no notes", () => {
    const messages = folded(ROWS).closedMessages();
    expect(messages.map(({ role }) => role).join(" ")).toBe(
      "user assistant tool assistant tool assistant tool assistant user assistant tool assistant",
    );
    expect(messages[4]).toEqual({
      role: "tool",
      answers: [
        { toolCallId: "tc-2-1", tool: "add", text: "7", isFailure: false },
        { toolCallId: "tc-2-2", tool: "add", text: "1.5", isFailure: false },
        {
          toolCallId: "tc-2-3",
          tool: "add",
          text: '{"code":"InvalidInput","message":"no numbers","retryable":false}',
          isFailure: true,
        },
      ],
    });
    expect(messages[6]).toEqual({
      role: "tool",
      answers: [{ toolCallId: "tc-3-1", tool: "subtract", text: "there is no tool subtract", isFailure: true }],
    });
  });

  test("is closed wherever a crash ended it: an open call is told in the words of the next run (R11)", () => {
    for (let length = 0; length <= ROWS.length; length++) {
      const history = folded(ROWS.slice(0, length));
      const isOpen = history.openCalls.length > 0;
      const messages = history.closedMessages();
      if (isOpen) expect(messages.at(-1)).toMatchObject({ role: "tool" });
    }
    const cutBehind = (kind: string): unknown =>
      folded(ROWS.slice(0, place(kind) + 1))
        .closedMessages()
        .at(-1);
    const told = (text: string): unknown => {
      return { role: "tool", answers: [{ toolCallId: "tc-1-1", tool: "add", text, isFailure: true }] };
    };
    expect(cutBehind("tools.requested")).toEqual(
      told(
        '{"code":"Interrupted","retryable":false,"message":"the run ended before this call did; whether it took effect is unknown"}',
      ),
    );
    expect(cutBehind("model.replied")).toEqual(
      told('{"code":"Interrupted","retryable":false,"message":"not run: the process ended before it was permitted"}'),
    );
  });

  test("tells a row that cannot follow, and stays as it was", () => {
    const upTo = place("tools.requested");
    const history = folded(ROWS.slice(0, upTo));
    const reply = ROWS[place("model.replied", 1)] ?? expect.fail();
    expect([
      history.take({ kind: "input.given", text: "x" }),
      history.take(reply),
      history.take(ROWS[place("tool.settled", 1)] ?? expect.fail()),
      history.take({ ...reply, toolCallIds: [] } as SessionEvent),
    ]).toEqual([
      "tc-1-1 (add) has no answer yet",
      "tc-1-1 (add) has no answer yet",
      "tc-2-3 is answered, and is no open call",
      "the reply has 3 calls and 0 ids of calls",
    ]);
    expect(history.openCalls).toEqual([{ toolCallId: "tc-1-1", tool: "add" }]);
  });
});

test("results that are withheld where there are none are told, not thrown", () => {
  const history = folded(ROWS.slice(0, place("input.given") + 1));
  const row: SessionEvent = { kind: "turn.refused", step: 1, violations: [], answers: [], ends: true, withheld: "no" };
  expect(history.take(row)).toBe("results are withheld, and there are none");
});
