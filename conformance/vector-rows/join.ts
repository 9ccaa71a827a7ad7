import type { VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { FULL_TURN } from "../full-turn.ts";
import { CODE_TURN, ORCHESTRATOR_TURN, RETRIED_TURN } from "../golden-turns.ts";
import { found, hex } from "../altered-turn.ts";
import { withoutCall } from "../without-call.ts";

const OPEN = [CALL, "evidence", "tool.join_incomplete"] as const;

/** Vectors of the classes about requests, results and uses that have to close. */
export const JOIN_ROWS: readonly VectorRow[] = [
  {
    class: "tool.result_missing",
    from: FULL_TURN,
    holds: "All three calls were answered.",
    cases: [
      {
        why: "The tests were started and the process died before they answered: no result, no rendering, no use.",
        change: withoutCall("tc-3", "Results", "Use", "Render"),
        trips: [["tc-3", "evidence.toolRequests[2]"], OPEN],
      },
      {
        name: "use-left",
        why: "The result of the edit was lost after somebody had already said what became of it.",
        change: withoutCall("tc-2", "Results"),
        trips: [["tc-2", "evidence.toolRequests[1]"], OPEN, ["tc-2", "evidence.toolUse[1]", "tool.use_without_result"]],
      },
    ],
  },
  {
    class: "tool.result_orphan",
    from: FULL_TURN,
    holds: "Each result answers a call of this turn.",
    cases: [
      {
        why: "A result came in for a call that this turn never made.",
        change: ({ wire, tusk, call }) => {
          const { ran, result, use, render } = call("tc-1");
          wire.toolResults.push({ ...result, toolCallId: "tc-4" });
          wire.toolUse.push({ ...use, toolCallId: "tc-4", disposition: "observed" });
          wire.toolRender.push({ ...render, toolCallId: "tc-4" });
          tusk.results.push({ ...ran, toolCallId: "tc-4", seq: 16 });
          tusk.use.push({ toolCallId: "tc-4" });
        },
        trips: [["tc-4", "evidence.toolResults[3]"], OPEN],
      },
      {
        name: "request-lost",
        why: "The edit ran, and nobody kept the call that asked for it.",
        change: withoutCall("tc-2", "Requests"),
        trips: [["tc-2", "evidence.toolResults[1]"], OPEN],
      },
    ],
  },
  {
    class: "tool.join_incomplete",
    from: ORCHESTRATOR_TURN,
    holds: "Both children of the fan-out have joined.",
    cases: [
      {
        why: "The orchestrator went on while one of its two children was still at work.",
        change: ({ tusk }) => {
          delete found(tusk.fanOut?.children[1]).join;
        },
        trips: [["bd-9", "evidence.tusk.fanOut.children[1].join"]],
      },
      {
        name: "call-open",
        why: "One of three calls is neither answered nor used, so the turn as a whole is open.",
        from: FULL_TURN,
        change: withoutCall("tc-3", "Results", "Render"),
        trips: [
          ["tc-3", "evidence.toolRequests[2]", "tool.result_missing"],
          OPEN,
          ["tc-3", "evidence.toolUse[2]", "tool.use_without_result"],
        ],
      },
    ],
  },
  {
    class: "tool.use_missing",
    from: FULL_TURN,
    holds: "Each result says what became of it, in the word that the evidence derives.",
    cases: [
      {
        why: "The tests came back and nobody says what became of their result.",
        change: withoutCall("tc-3", "Use"),
        trips: [OPEN, ["tc-3", "evidence.toolResults[2]", "tool.use_missing"]],
      },
      {
        name: "consumed-by-nobody",
        why: "The result of the edit is called consumed, but neither summary nor handoff nor intent names it.",
        change: ({ call }) => {
          call("tc-2").use.disposition = "consumed";
        },
        trips: [["tc-2", "evidence.toolUse[1].disposition"]],
      },
      {
        name: "observed-though-named",
        why: "The summary names the file that was read, and the row says that it was only looked at.",
        change: ({ call }) => {
          call("tc-1").use.disposition = "observed";
        },
        trips: [["tc-1", "evidence.toolUse[0].disposition"]],
      },
      {
        name: "discarded-without-reason",
        why: "The result of the edit was thrown away, and nobody says why.",
        change: ({ call }) => {
          call("tc-2").use.disposition = "discarded";
        },
        trips: [["tc-2", "evidence.toolUse[1].disposition"]],
      },
      {
        name: "observed-though-discarded",
        why: "The row has a reason for throwing the result away and says that it was looked at.",
        from: RETRIED_TURN,
        change: ({ call }) => {
          call("tc-2").use.disposition = "observed";
        },
        trips: [["tc-2", "evidence.toolUse[1].disposition"]],
      },
      {
        name: "retry-called-consumed",
        why: "The tests are to run again, and their first result is called consumed.",
        from: RETRIED_TURN,
        change: ({ call }) => {
          call("tc-3").use.disposition = "consumed";
        },
        trips: [["tc-3", "evidence.toolUse[2].disposition"]],
      },
      {
        name: "wrong-consumer",
        why: "The row says that the mutation rests on the file that was read, and only the summary names it.",
        change: ({ call }) => {
          call("tc-1").used.consumedBy = ["intent"];
        },
        trips: [["tc-1", "evidence.tusk.use[0].consumedBy"]],
      },
      {
        name: "consumer-left-out",
        why: "Summary and intent both rest on the tests, and the row names the summary only.",
        change: ({ call }) => {
          call("tc-3").used.consumedBy = ["summary"];
        },
        trips: [["tc-3", "evidence.tusk.use[2].consumedBy"]],
      },
    ],
  },
  {
    class: "tool.use_without_result",
    from: FULL_TURN,
    holds: "Each use is of a result that came back.",
    cases: [
      {
        why: "The turn says what became of a fourth call that nobody made.",
        change: ({ wire, tusk }) => {
          wire.toolUse.push({ toolCallId: "tc-4", disposition: "observed" });
          tusk.use.push({ toolCallId: "tc-4" });
        },
        trips: [
          [CALL, "evidence", "tool.join_incomplete"],
          ["tc-4", "evidence.toolUse[3]"],
        ],
      },
    ],
  },
  {
    class: "tool.use_unknown_result",
    from: FULL_TURN,
    holds: "What was used is what came back.",
    cases: [
      {
        why: "The turn used another payload of the edit than the one that came back.",
        change: ({ call }) => {
          call("tc-2").use.resultDigest = hex("f");
        },
        trips: [["tc-2", "evidence.toolUse[1].resultDigest"]],
      },
      {
        name: "payload-swapped",
        why: "The payload of the edit was replaced after the fact, and its digests still tell of the first one.",
        change: ({ call, keepText }) => {
          const { result, use } = call("tc-2");
          keepText('{"replaced":1}');
          result.resultDigest = found(use.resultDigest ?? undefined);
          result.payload = { replaced: 9 };
        },
        trips: [["tc-2", "evidence.toolResults[1].resultDigest"]],
      },
      {
        name: "payload-gone",
        why: "The file that was read is named by digest only, and nobody has it.",
        change: ({ call, keepText }) => {
          const { result, use } = call("tc-1");
          keepText("while (i < lines) {\n}\n");
          result.resultDigest = found(use.resultDigest ?? undefined);
          delete result.payload;
        },
        trips: [["tc-1", "evidence.toolResults[0].resultDigest"]],
      },
      {
        name: "interrupted-consumed",
        why: "The machine died while the tests ran, and the summary rests on them all the same.",
        change: ({ call }) => {
          call("tc-3").ran.outcome = "interrupted";
        },
        trips: [["tc-3", "evidence.toolUse[2].disposition"]],
      },
      {
        name: "input-unknown",
        why: "The summary rests on a call that this turn does not have.",
        change: ({ tusk }) => {
          found(tusk.summary).inputs.push("tc-9");
        },
        trips: [["tc-9", "evidence.tusk.summary.inputs"]],
      },
      {
        name: "program-input",
        why: "A program used another text than the file that its call read.",
        from: CODE_TURN,
        change: ({ call }) => {
          call("tc-2").use.resultDigest = hex("f");
        },
        trips: [["tc-2", "evidence.toolUse[1].resultDigest"]],
      },
    ],
  },
];
