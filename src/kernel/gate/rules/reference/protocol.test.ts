import { describe, expect, test } from "vitest";
import { checkOf, CLOSED_TURN } from "../../../../../conformance/closed-turn.ts";
import type { CheckRow } from "../../run.ts";

describe("protocol.stop_reason_unhandled", () => {
  const name = "protocol.stop_reason_unhandled";

  function check(stopReason: string): CheckRow | undefined {
    return checkOf(name, { evidence: { ...CLOSED_TURN, protocolState: { stopReason } } });
  }

  test.each(["tool_use", "pause_turn", "max_tokens", "end_turn", " End_Turn "])("holds for %j", (stopReason) => {
    expect(check(stopReason)).toEqual({ class: name, outcome: "held" });
  });

  test.each(["refusal", "stop_sequence", "end turn", "constructor"])("trips for %j (K13)", (stopReason) => {
    expect(check(stopReason)).toEqual({
      class: name,
      outcome: "tripped",
      findings: [
        {
          subject: "turn-4",
          path: "evidence.protocolState.stopReason",
          note: `stop reason "${stopReason}" is none of tool_use, pause_turn, max_tokens, end_turn`,
        },
      ],
    });
  });
});

describe("protocol.parallel_transport_order_invalid", () => {
  const name = "protocol.parallel_transport_order_invalid";

  test.each([[null], [{}], [{ parallelTransportOrderValid: null }]])(
    "is skipped when nothing is declared: %j",
    (protocolConstraints) => {
      expect(checkOf(name, { evidence: CLOSED_TURN, protocolConstraints })).toEqual({
        class: name,
        outcome: "skipped",
        why: "protocolConstraints.parallelTransportOrderValid is absent",
      });
    },
  );

  test("holds when the order is declared valid, and trips when it is declared not valid", () => {
    const check = (parallelTransportOrderValid: boolean): CheckRow | undefined => {
      return checkOf(name, { evidence: CLOSED_TURN, protocolConstraints: { parallelTransportOrderValid } });
    };
    expect(check(true)).toEqual({ class: name, outcome: "held" });
    expect(check(false)).toEqual({
      class: name,
      outcome: "tripped",
      findings: [
        {
          subject: "turn-4",
          path: "protocolConstraints.parallelTransportOrderValid",
          note: "the order of parallel results was declared not valid",
        },
      ],
    });
  });
});
