import { describe, expect, test } from "vitest";
import {
  type AlteredCase,
  expectedOf,
  found,
  hex,
  outcomeOf,
  tripsFor,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";

const missing = tripsFor("tool.use_missing");
const unknown = tripsFor("tool.use_unknown_result");
const open = tripsFor("tool.join_incomplete");

const HANDED_OVER = turnOf({
  ...BARE_PLAN,
  handoff: true,
  calls: [planned("read", { consumers: ["handoff"] }), planned("read", { consumers: ["summary", "intent"] })],
});
const FANNED_OUT = turnOf({ ...BARE_PLAN, children: 2 });

describe("tool.use_missing: dispositions are derived, not chosen (K06)", () => {
  test.each<AlteredCase>([
    {
      when: "a result that nobody names was not consumed",
      change: ({ call }) => {
        call("tc-2").use.disposition = "consumed";
      },
      trips: [
        missing("tc-2", "evidence.toolUse[1].disposition", "the row says consumed, the evidence says observed_only"),
      ],
    },
    {
      when: "a result that the summary names was consumed",
      change: ({ call }) => {
        call("tc-1").use.disposition = "observed";
      },
      trips: [missing("tc-1", "evidence.toolUse[0].disposition", "the row says observed, the evidence says consumed")],
    },
    {
      when: "a reason makes a result that nobody names discarded",
      change: ({ call }) => {
        call("tc-2").used.reasonCode = "irrelevant";
      },
      trips: [
        missing(
          "tc-2",
          "evidence.toolUse[1].disposition",
          "the row says observed, the evidence says discarded_with_reason",
        ),
      ],
    },
    {
      when: "a discarded result with its reason holds",
      change: ({ call }) => {
        call("tc-2").used.reasonCode = "duplicate";
        call("tc-2").use.disposition = "discarded";
      },
    },
    {
      when: "discarded without a reason trips",
      change: ({ call }) => {
        call("tc-2").use.disposition = "discarded";
      },
      trips: [
        missing("tc-2", "evidence.toolUse[1].disposition", "the row says discarded, the evidence says observed_only"),
      ],
    },
    {
      when: "a reason does not make a named result discarded",
      change: ({ call }) => {
        call("tc-1").used.reasonCode = "irrelevant";
      },
    },
    {
      when: "a retry is observed on the wire",
      change: ({ call }) => {
        call("tc-2").used.retry = { decisionRef: "decision://1" };
      },
    },
    {
      when: "a retry comes before everything else: a named result that is tried again is not consumed",
      change: ({ call }) => {
        call("tc-1").used.retry = { decisionRef: "decision://1" };
        call("tc-1").used.reasonCode = "irrelevant";
      },
      trips: [
        missing("tc-1", "evidence.toolUse[0].disposition", "the row says consumed, the evidence says retry_scheduled"),
      ],
    },
    {
      when: "an input of the handoff is consumed by it",
      turn: HANDED_OVER,
      change: ({ call }) => {
        delete call("tc-0").used.consumedBy;
      },
      trips: [missing("tc-0", "evidence.tusk.use[0].consumedBy", "consumed by handoff, the row says nobody")],
    },
    {
      when: "a consumer that does not name the result trips",
      change: ({ call }) => {
        call("tc-2").used.consumedBy = ["summary"];
      },
      trips: [missing("tc-2", "evidence.tusk.use[1].consumedBy", "consumed by nobody, the row says summary")],
    },
    {
      when: "a consumer named twice does not stand for another",
      change: ({ call }) => {
        call("tc-3").used.consumedBy = ["summary", "summary"];
      },
      trips: [
        missing(
          "tc-3",
          "evidence.tusk.use[2].consumedBy",
          "consumed by summary, intent, the row says summary, summary",
        ),
      ],
    },
    {
      when: "a consumer named once more than it consumes trips",
      change: ({ call }) => {
        call("tc-3").used.consumedBy = ["summary", "intent", "intent"];
      },
      trips: [
        missing(
          "tc-3",
          "evidence.tusk.use[2].consumedBy",
          "consumed by summary, intent, the row says summary, intent, intent",
        ),
      ],
    },
    {
      when: "in which order consumers stand means nothing",
      change: ({ call }) => {
        call("tc-3").used.consumedBy = ["intent", "summary"];
      },
    },
    {
      when: "a consumer left out trips",
      change: ({ call }) => {
        call("tc-3").used.consumedBy = ["summary"];
      },
      trips: [missing("tc-3", "evidence.tusk.use[2].consumedBy", "consumed by summary, intent, the row says summary")],
    },
    {
      when: "another consumer in the place of one trips",
      change: ({ call }) => {
        call("tc-1").used.consumedBy = ["intent"];
      },
      trips: [missing("tc-1", "evidence.tusk.use[0].consumedBy", "consumed by summary, the row says intent")],
    },
    {
      when: "the order of consumers means nothing",
      change: ({ call }) => {
        call("tc-3").used.consumedBy = ["intent", "summary"];
      },
    },
    {
      when: "nobody may be said by an empty list",
      change: ({ call }) => {
        call("tc-2").used.consumedBy = [];
      },
    },
    {
      when: "an input said twice counts once",
      change: ({ tusk }) => {
        found(tusk.summary).inputs.push("tc-1");
      },
    },
    {
      when: "a result without use trips with the join, and only its own class",
      change: ({ tusk, wire }) => {
        tusk.use.splice(1, 1);
        wire.toolUse.splice(1, 1);
      },
      trips: [
        open("the turn", "evidence", "the turn is not closed: 1 without use"),
        missing("tc-2", "evidence.toolResults[1]", "result tc-2 has no toolUse row that says what became of it"),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.use_unknown_result: inputs are calls of this turn (K06)", () => {
  test.each<AlteredCase>([
    {
      when: "a summary of a call that is not there trips",
      change: ({ tusk }) => {
        found(tusk.summary).inputs.push("tc-9");
      },
      trips: [unknown("tc-9", "evidence.tusk.summary.inputs", "summary is derived from tc-9, which is no call here")],
    },
    {
      when: "an intent on a call that is not there trips",
      change: ({ tusk }) => {
        found(tusk.intent).inputs.push("tc-9");
      },
      trips: [unknown("tc-9", "evidence.tusk.intent.inputs", "intent is derived from tc-9, which is no call here")],
    },
    {
      when: "a handoff of a call that is not there trips at the packet",
      turn: HANDED_OVER,
      change: ({ tusk }) => {
        found(tusk.handoff).packet.inputs.push("tc-9");
        found(tusk.summary).inputs.push("tc-9");
      },
      trips: [
        unknown("tc-9", "evidence.tusk.handoff.packet.inputs", "handoff is derived from tc-9, which is no call here"),
        unknown("tc-9", "evidence.tusk.summary.inputs", "summary is derived from tc-9, which is no call here"),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.join_incomplete: a fan-out waits for every child", () => {
  test.each<AlteredCase>([
    { when: "children that joined hold", turn: FANNED_OUT, change: () => undefined },
    {
      when: "a child without join is named by its issue",
      turn: FANNED_OUT,
      change: ({ tusk }) => {
        delete found(tusk.fanOut).children[1]?.join;
      },
      trips: [open("bd-1", "evidence.tusk.fanOut.children[1].join", "child bd-1 has not joined")],
    },
    {
      when: "a turn without fan-out has nobody to wait for",
      turn: FANNED_OUT,
      change: ({ tusk }) => {
        delete tusk.fanOut;
      },
    },
    {
      when: "any join counts that is a digest",
      turn: FANNED_OUT,
      change: ({ tusk }) => {
        found(found(tusk.fanOut).children[0]).join = hex("0");
      },
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("a child without an issue is named by its session, one without both by its place", () => {
    const subjects = outcomeOf({
      when: "",
      turn: FANNED_OUT,
      change: ({ tusk }) => {
        found(tusk.fanOut).children = [{ sessionId: "hs-0" }, {}];
      },
    }).trips.filter((trip) => trip.class === "tool.join_incomplete");
    expect(subjects).toEqual([
      open("1", "evidence.tusk.fanOut.children[1].join", "child 1 has not joined"),
      open("hs-0", "evidence.tusk.fanOut.children[0].join", "child hs-0 has not joined"),
    ]);
  });
});
