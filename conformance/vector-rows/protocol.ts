import type { VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { FULL_TURN } from "../full-turn.ts";
import { CHECKPOINT_TURN, LAST_TURN, QUIET_TURN } from "../golden-turns.ts";

/** Vectors of the classes about stop reasons, limits and the order on the transport. */
export const PROTOCOL_ROWS: readonly VectorRow[] = [
  {
    class: "protocol.stop_reason_unhandled",
    from: FULL_TURN,
    holds: "The model stopped for a reason that the policy handles, and the loop goes on as it says.",
    cases: [
      {
        why: "The model stopped for a reason that the policy does not know.",
        change: ({ wire }) => {
          wire.protocolState.stopReason = "refusal";
        },
        trips: [[CALL, "evidence.protocolState.stopReason"]],
      },
      {
        name: "not-in-policy",
        why: "The model paused, and the bound policy has no answer to that.",
        change: ({ wire, spec }) => {
          wire.protocolState.stopReason = "pause_turn";
          delete spec.protocolPolicy.handled["pause_turn"];
        },
        trips: [[CALL, "evidence.protocolState.stopReason"]],
      },
      {
        name: "continued",
        why: "The model ran out of tokens, and the loop goes on where the policy stops.",
        change: ({ wire }) => {
          wire.protocolState.stopReason = "max_tokens";
        },
        trips: [[CALL, "evidence.protocolState.continuationAllowed"]],
      },
      {
        name: "max-turns",
        why: "The last turn was reached, and the loop goes on.",
        from: LAST_TURN,
        change: ({ wire }) => {
          wire.protocolState = { stopReason: "tool_use", continuationAllowed: true };
        },
        trips: [[CALL, "evidence.protocolState.continuationAllowed"]],
      },
      {
        name: "checkpoint",
        why: "The loop goes on past a checkpoint that nobody approved.",
        from: CHECKPOINT_TURN,
        change: ({ tusk }) => {
          delete tusk.checkpoints;
        },
        trips: [[CALL, "evidence.tusk.checkpoints"]],
      },
      {
        name: "checkpoint-of-another-turn",
        why: "The loop goes on past a checkpoint with the approval of another one.",
        from: CHECKPOINT_TURN,
        change: ({ tusk }) => {
          tusk.checkpoints = [{ at: 2, approvalRef: "approval://2" }];
        },
        trips: [[CALL, "evidence.tusk.checkpoints"]],
      },
      {
        name: "nothing-called",
        why: "The provider was told that some tool must be called, and the model only spoke.",
        from: QUIET_TURN,
        change: ({ spec }) => {
          spec.toolChoice.kind = "any";
        },
        trips: [[CALL, "evidence.toolRequests"]],
      },
    ],
  },
  {
    class: "protocol.parallel_transport_order_invalid",
    from: FULL_TURN,
    holds: "Results were handed over in the order in which the model asked.",
    cases: [
      {
        why: "The edit was handed over before the file that was asked for first.",
        change: ({ call }) => {
          call("tc-1").ran.order = 1;
          call("tc-2").ran.order = 0;
        },
        trips: [["tc-2", "evidence.tusk.results[1].order"]],
      },
      {
        name: "order-unknown",
        why: "Nobody says when the edit was handed over.",
        change: ({ call }) => {
          delete call("tc-2").ran.order;
        },
        trips: [["tc-2", "evidence.tusk.results[1].order"]],
      },
      {
        name: "several-calls",
        why: "One reply made three calls, and the transport carries one.",
        change: ({ spec }) => {
          spec.transportPolicy.parallelToolCalls = false;
        },
        trips: [
          ["tc-2", "evidence.tusk.requests[1].block"],
          ["tc-3", "evidence.tusk.requests[2].block"],
        ],
      },
      {
        name: "declared",
        why: "The caller itself says that results went over in the wrong order.",
        change: ({ file }) => {
          file.protocolConstraints = { parallelTransportOrderValid: false };
        },
        trips: [[CALL, "protocolConstraints.parallelTransportOrderValid"]],
      },
    ],
  },
];
