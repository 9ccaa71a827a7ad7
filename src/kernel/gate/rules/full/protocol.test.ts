import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  expectedOf,
  hex,
  outcomeOf,
  rowOn,
  tripsFor,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";

const stop = tripsFor("protocol.stop_reason_unhandled");
const order = tripsFor("protocol.parallel_transport_order_invalid");

const CHECKPOINT = turnOf({ ...BARE_PLAN, checkpoint: true });
const CODE_TURN = turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python"), planned("read"), planned("read")] });
const ENDED = turnOf({ ...BARE_PLAN, continues: false, calls: [planned("read"), planned("read")] });

describe("protocol.stop_reason_unhandled (R15)", () => {
  test.each<AlteredCase>([
    {
      when: "a reason that the policy does not handle trips",
      change: ({ wire }) => {
        wire.protocolState.stopReason = "refusal";
      },
      trips: [
        stop(
          "the turn",
          "evidence.protocolState.stopReason",
          'stop reason "refusal" is none of end_turn, max_tokens, pause_turn, tool_use',
        ),
      ],
    },
    {
      when: "a reason that every object knows is not handled",
      change: ({ wire }) => {
        wire.protocolState.stopReason = "constructor";
      },
      trips: [
        stop(
          "the turn",
          "evidence.protocolState.stopReason",
          'stop reason "constructor" is none of end_turn, max_tokens, pause_turn, tool_use',
        ),
      ],
    },
    {
      when: "a policy that handles nothing trips on everything",
      change: ({ spec }) => {
        spec.protocolPolicy.handled = {};
      },
      trips: [stop("the turn", "evidence.protocolState.stopReason", 'stop reason "tool_use" is none of nothing')],
    },
    {
      when: "a loop that goes on where the policy stops trips",
      change: ({ wire }) => {
        wire.protocolState.stopReason = "max_tokens";
      },
      trips: [
        stop(
          "the turn",
          "evidence.protocolState.continuationAllowed",
          "the loop goes on, but the policy stops at max_tokens",
        ),
      ],
    },
    {
      when: "a loop that ends where the policy stops holds",
      change: ({ wire }) => {
        wire.protocolState = { stopReason: "max_tokens", continuationAllowed: false };
      },
    },
    {
      when: "a loop that ends where the policy would go on holds",
      change: ({ wire }) => {
        wire.protocolState.continuationAllowed = false;
      },
    },
    {
      when: "a loop that goes on after the last turn trips",
      change: ({ spec }) => {
        spec.stopPolicy.maxTurns = 3;
      },
      trips: [
        stop(
          "the turn",
          "evidence.protocolState.continuationAllowed",
          "the loop goes on, but the last turn was reached",
        ),
      ],
    },
    {
      when: "a loop that goes on one turn before the last holds",
      change: ({ spec }) => {
        spec.stopPolicy.maxTurns = 4;
      },
    },
    {
      when: "a loop that ends at the last turn holds",
      change: ({ spec, wire }) => {
        spec.stopPolicy.maxTurns = 3;
        wire.protocolState.continuationAllowed = false;
      },
    },
    { when: "a checkpoint that was approved holds", turn: CHECKPOINT, change: () => undefined },
    ...["", " ", "\t\n"].map((approvalRef): AlteredCase => {
      return {
        when: `a checkpoint that ${JSON.stringify(approvalRef)} approved was approved by nobody`,
        turn: CHECKPOINT,
        change: ({ tusk }) => {
          tusk.checkpoints = [{ at: 2, approvalRef }];
        },
        trips: [stop("the turn", "evidence.tusk.checkpoints", "the checkpoint at turn 2 was not approved")],
      };
    }),
    {
      when: "a checkpoint that nobody approved trips",
      turn: CHECKPOINT,
      change: ({ tusk }) => {
        delete tusk.checkpoints;
      },
      trips: [stop("the turn", "evidence.tusk.checkpoints", "the checkpoint at turn 2 was not approved")],
    },
    {
      when: "an approval of another checkpoint is none",
      turn: CHECKPOINT,
      change: ({ tusk }) => {
        tusk.checkpoints = [{ at: 1, approvalRef: "approval://1" }];
      },
      trips: [stop("the turn", "evidence.tusk.checkpoints", "the checkpoint at turn 2 was not approved")],
    },
    {
      when: "an approval without a reference is none",
      turn: CHECKPOINT,
      change: ({ tusk }) => {
        for (const checkpoint of tusk.checkpoints ?? []) checkpoint.approvalRef = "";
      },
      trips: [stop("the turn", "evidence.tusk.checkpoints", "the checkpoint at turn 2 was not approved")],
    },
    {
      when: "a checkpoint at this very turn is due",
      change: ({ spec }) => {
        spec.stopPolicy.checkpoints = [{ at: 3, kind: "review" }];
      },
      trips: [stop("the turn", "evidence.tusk.checkpoints", "the checkpoint at turn 3 was not approved")],
    },
    {
      when: "a checkpoint of a later turn is not due",
      change: ({ spec }) => {
        spec.stopPolicy.checkpoints = [{ at: 4, kind: "review" }];
      },
    },
    {
      when: "a checkpoint does not hold up a loop that ends",
      turn: CHECKPOINT,
      change: ({ tusk, wire }) => {
        delete tusk.checkpoints;
        wire.protocolState = { stopReason: "end_turn", continuationAllowed: false };
      },
    },
    {
      when: "a call that had to be made and was not trips",
      turn: turnOf(BARE_PLAN),
      change: ({ spec }) => {
        spec.toolChoice = { kind: "any" };
      },
      trips: [stop("the turn", "evidence.toolRequests", "a call was due and none was made")],
    },
    {
      when: "one call is enough where one had to be made",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("read")] }),
      change: ({ spec }) => {
        spec.toolChoice = { kind: "any" };
      },
    },
    { when: "no call need be made where none had to be", turn: turnOf(BARE_PLAN), change: () => undefined },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("protocol.parallel_transport_order_invalid (000 §8.10)", () => {
  const SEVERAL = "one reply made several calls, the transport policy allows one";
  const late = (id: string): string => `${id} was handed over before a call that was asked first`;
  test.each<AlteredCase>([
    {
      when: "several calls of one reply trip while the transport carries one: each but the first",
      change: ({ spec }) => {
        spec.transportPolicy.parallelToolCalls = false;
      },
      trips: ["tc-2", "tc-3"].map((id, at) => order(id, `evidence.tusk.requests[${at + 1}].block`, SEVERAL)),
    },
    {
      when: "calls of one turn are of one reply, whatever their rows say",
      change: ({ spec, tusk }) => {
        spec.transportPolicy.parallelToolCalls = false;
        for (const [at, row] of tusk.requests.entries()) row.block.replyDigest = hex(String(at));
      },
      trips: ["tc-2", "tc-3"].map((id, at) => order(id, `evidence.tusk.requests[${at + 1}].block`, SEVERAL)),
    },
    {
      when: "the first call is the one with the smallest index, wherever its row stands",
      change: ({ spec, tusk, call }) => {
        Object.assign(spec.transportPolicy, { parallelToolCalls: false, order: "any" });
        call("tc-1").asked.index = 2;
        call("tc-3").asked.index = 0;
        tusk.requests.reverse();
      },
      trips: [
        order("tc-1", "evidence.tusk.requests[2].block", SEVERAL),
        order("tc-2", "evidence.tusk.requests[1].block", SEVERAL),
      ],
    },
    ...[false, true].map((turned): AlteredCase => {
      return {
        when: `of two calls with one index the first is the one with the smaller id${turned ? ", also the other way round" : ""}`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned("read"), planned("web")] }),
        change: ({ spec, tusk, call }) => {
          spec.transportPolicy.parallelToolCalls = false;
          call("tc-1").asked.index = 0;
          if (turned) tusk.requests.reverse();
        },
        trips: [order("tc-1", `evidence.tusk.requests[${turned ? 0 : 1}].block`, SEVERAL)],
      };
    }),
    {
      when: "one call holds while the transport carries one",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("read")] }),
      change: ({ spec }) => {
        spec.transportPolicy.parallelToolCalls = false;
      },
    },
    ...[false, true].map((turned): AlteredCase => {
      return {
        when: `two calls with one index are handed over in the order of their ids${turned ? ", wherever their rows stand" : ""}`,
        change: ({ tusk, call }) => {
          call("tc-2").asked.index = 0;
          if (turned) tusk.results.reverse();
        },
      };
    }),
    ...[false, true].map((turned): AlteredCase => {
      return {
        when: `two calls with one index that were handed over the other way round trip${turned ? ", wherever their rows stand" : ""}`,
        change: ({ tusk, call }) => {
          call("tc-2").asked.index = 0;
          Object.assign(call("tc-1").ran, { order: 1 });
          Object.assign(call("tc-2").ran, { order: 0 });
          if (turned) tusk.results.reverse();
        },
        trips: [order("tc-2", "evidence.tusk.results[1].order", late("tc-2"))],
      };
    }),
    {
      when: "one reply with a program that makes several calls holds: the model made one",
      turn: CODE_TURN,
      change: ({ spec }) => {
        spec.transportPolicy.parallelToolCalls = false;
      },
    },
    {
      when: "results in another order than asked trip under strict order",
      change: ({ call }) => {
        call("tc-1").ran.order = 1;
        call("tc-2").ran.order = 0;
      },
      trips: [order("tc-2", "evidence.tusk.results[1].order", late("tc-2"))],
    },
    {
      when: "two results at one position trip under strict order",
      change: ({ call }) => {
        call("tc-2").ran.order = 0;
      },
      trips: [order("tc-2", "evidence.tusk.results[1].order", late("tc-2"))],
    },
    {
      when: "positions may have gaps",
      change: ({ call }) => {
        call("tc-1").ran.order = 5;
        call("tc-2").ran.order = 7;
        call("tc-3").ran.order = 70;
      },
    },
    {
      when: "the order that counts is that of the index, not of the rows",
      change: ({ tusk }) => {
        tusk.requests.reverse();
        tusk.results.reverse();
      },
    },
    {
      when: "a changed index trips although the rows stand in order",
      change: ({ call }) => {
        call("tc-1").asked.index = 1;
        call("tc-2").asked.index = 0;
      },
      trips: [order("tc-1", "evidence.tusk.results[0].order", late("tc-1"))],
    },
    {
      when: "any order holds under order any, and so does none",
      change: ({ call, spec }) => {
        spec.transportPolicy.order = "any";
        call("tc-1").ran.order = 2;
        call("tc-2").ran.order = 1;
        delete call("tc-3").ran.order;
      },
    },
    {
      when: "a result that nobody says was handed over trips where the loop goes on",
      change: ({ call }) => {
        delete call("tc-2").ran.order;
      },
      trips: [order("tc-2", "evidence.tusk.results[1].order", "nobody says when tc-2 was handed over")],
    },
    { when: "results that were never handed over hold where the loop ends", turn: ENDED, change: () => undefined },
    {
      when: "results that were handed over before the end have their order too",
      turn: ENDED,
      change: ({ call }) => {
        call("tc-0").ran.order = 1;
        call("tc-1").ran.order = 0;
      },
      trips: [order("tc-1", "evidence.tusk.results[1].order", late("tc-1"))],
    },
    {
      when: "one result handed over before the end and one not hold",
      turn: ENDED,
      change: ({ call }) => {
        call("tc-1").ran.order = 0;
      },
    },
    {
      when: "what a program called was never handed to the model, so it has no order",
      turn: CODE_TURN,
      change: ({ call }) => {
        call("tc-1").ran.order = 9;
        call("tc-2").ran.order = 0;
      },
    },
    {
      when: "a declared verdict can add a violation",
      change: ({ file }) => {
        file.protocolConstraints = { parallelTransportOrderValid: false };
      },
      trips: [
        order(
          "the turn",
          "protocolConstraints.parallelTransportOrderValid",
          "the order of parallel results was declared not valid",
        ),
      ],
    },
    {
      when: "a declared verdict cannot remove one",
      change: ({ file, call }) => {
        file.protocolConstraints = { parallelTransportOrderValid: true };
        delete call("tc-2").ran.order;
      },
      trips: [order("tc-2", "evidence.tusk.results[1].order", "nobody says when tc-2 was handed over")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("looks at calls with request and result only: a lost result trips its own classes", () => {
    const file = altered(({ tusk, wire, spec }) => {
      spec.transportPolicy.parallelToolCalls = false;
      tusk.results.splice(1, 2);
      wire.toolResults.splice(1, 2);
    });
    expect(rowOn("protocol.parallel_transport_order_invalid", file)).toEqual({
      class: "protocol.parallel_transport_order_invalid",
      outcome: "held",
    });
  });
});
