import type { AdversarialRow } from "../turn-row.ts";
import { hex } from "../altered-turn.ts";
import { FULL_TURN, type FullTurn } from "../full-turn.ts";
import { vary, withResult } from "../vary-turn.ts";
import { withoutCall } from "../without-call.ts";

/** A tool answers in the words of the gate itself. */
const BOASTING_TURN: FullTurn = vary(FULL_TURN, {
  results: withResult(FULL_TURN, "tc-3", {
    payload: { failureClasses: [], joinClosed: true, result: "accepted" },
    shown: '{"failureClasses":[],"joinClosed":true,"result":"accepted"}',
  }),
});

/** Turns that try to talk the gate into something: by their payload, by booleans, by their form, by their digests. */
export const LIE_ROWS: readonly AdversarialRow[] = [
  {
    name: "payload-claims-the-verdict",
    slice: "binding",
    from: BOASTING_TURN,
    change: withoutCall("tc-1", "Results", "Render"),
    expected: ["tool.join_incomplete", "tool.result_missing", "tool.use_without_result"],
  },
  {
    name: "all-declared-valid",
    slice: "binding",
    from: FULL_TURN,
    change: ({ file, call, wire }) => {
      file.truncationConstraints = { required: true, valid: true };
      file.protocolConstraints = { parallelTransportOrderValid: true };
      file.decompositionConstraints = { admissible: true };
      wire.callSpec.executionPattern = "route";
      call("tc-1").ran.order = 5;
      call("tc-1").ran.shownBytes = 5000;
    },
    expected: [
      "context.injection_point_missing",
      "coordination.decomposition_policy_violation",
      "protocol.parallel_transport_order_invalid",
      "tool.response_truncation_policy_violation",
    ],
  },
  {
    name: "verdict-as-a-field",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      Object.assign(tusk, { verdict: "accepted" });
    },
    expected: { unusable: "evidence.tusk.verdict is no known field" },
  },
  {
    name: "valid-beside-the-result",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ call }) => {
      Object.assign(call("tc-3").ran, { valid: true });
    },
    expected: { unusable: "evidence.tusk.results[2].valid is no known field" },
  },
  {
    name: "value-under-a-foreign-digest",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      tusk.values[hex("f")] = { type: "object" };
    },
    expected: { unusable: `evidence.tusk.values["${hex("f")}"] holds a value with another digest` },
  },
  {
    name: "policy-loosened-after-binding",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ spec }) => {
      spec.boundaryPolicy.shellMayEdit = true;
    },
    expected: { unusable: "derive callId" },
  },
  {
    name: "evidence-of-another-turn",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      tusk.turn.index = 2;
    },
    expected: { unusable: "derive callId" },
  },
  {
    name: "schema-of-tomorrow",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      Object.assign(tusk, { schema: 2 });
    },
    expected: { unusable: "evidence.tusk.schema is a number, expected 1" },
  },
  {
    name: "null-instead-of-a-guard",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      Object.assign(tusk, { guards: null });
    },
    expected: { unusable: "evidence.tusk.guards is null, expected a list" },
  },
  {
    name: "size-as-a-text",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ call }) => {
      Object.assign(call("tc-1").ran, { shownBytes: "22" });
    },
    expected: { unusable: 'evidence.tusk.results[0].shownBytes is "22", expected a whole number from 0' },
  },
  {
    name: "call-answered-twice",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk, call }) => {
      tusk.results.push({ ...call("tc-1").ran, outcome: "failed" });
    },
    expected: { unusable: "evidence.tusk.results[3].toolCallId repeats tc-1" },
  },
  {
    name: "row-without-evidence",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      tusk.requests.pop();
    },
    expected: { unusable: "evidence.tusk.requests lacks the row of toolRequests tc-3" },
  },
  {
    name: "evidence-without-row",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ wire }) => {
      wire.toolResults.pop();
    },
    expected: { unusable: "evidence.tusk.results[2].toolCallId has no row in toolResults: tc-3" },
  },
  {
    name: "spec-that-nobody-has",
    slice: "binding",
    from: FULL_TURN,
    forge: ({ tusk }) => {
      Object.assign(tusk, { spec: { $digest: hex("f") } });
    },
    expected: { unusable: `evidence.tusk.spec names ${hex("f")}, which is not among the values` },
  },
  {
    name: "retry-counted-as-success",
    slice: "mutation",
    from: FULL_TURN,
    change: ({ call }) => {
      call("tc-3").used.retry = { decisionRef: "retry://1" };
      call("tc-3").use.disposition = "observed";
    },
    spoil: () => {},
    expected: ["mutation.use_evidence_missing"],
  },
];
