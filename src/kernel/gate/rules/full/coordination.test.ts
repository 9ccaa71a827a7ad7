import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  rowOn,
  tripsFor,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, turnOf } from "../../../../../conformance/planned-turn.ts";

const split = tripsFor("coordination.decomposition_policy_violation");

const WORKERS = turnOf({ ...BARE_PLAN, pattern: "orchestrator_workers", children: 2 });
const AUTONOMOUS = turnOf({ ...BARE_PLAN, autonomous: true });

describe("coordination.decomposition_policy_violation (R14, M17)", () => {
  test.each<AlteredCase>([
    {
      when: "a pattern that the policy does not list trips",
      change: ({ wire }) => {
        wire.callSpec.executionPattern = "route";
      },
      trips: [split("the turn", "evidence.callSpec.executionPattern", "route is none of single, chain")],
    },
    {
      when: "a policy without patterns allows none",
      change: ({ spec }) => {
        spec.decompositionPolicy.patterns = [];
      },
      trips: [split("the turn", "evidence.callSpec.executionPattern", "chain is none of no pattern")],
    },
    { when: "as many children as allowed hold", turn: WORKERS, change: () => undefined },
    {
      when: "one child more than allowed trips",
      turn: WORKERS,
      change: ({ spec }) => {
        spec.decompositionPolicy.maxFanOut = 1;
      },
      trips: [split("the turn", "evidence.tusk.fanOut.children", "2 children, at most 1 are allowed")],
    },
    {
      when: "an orchestrator that shows no workers trips",
      turn: WORKERS,
      change: ({ tusk }) => {
        delete tusk.fanOut;
      },
      trips: [split("the turn", "evidence.tusk.fanOut", "an orchestrator shows no workers")],
    },
    {
      when: "an orchestrator that shows an empty list of workers shows none",
      turn: WORKERS,
      change: ({ tusk }) => {
        tusk.fanOut = { children: [] };
      },
      trips: [split("the turn", "evidence.tusk.fanOut", "an orchestrator shows no workers")],
    },
    ...["chain", "single", "route", "parallel", "evaluator_optimizer"].map((pattern): AlteredCase => {
      return {
        when: `the pattern ${pattern} need not show workers`,
        change: ({ wire, spec }) => {
          wire.callSpec.executionPattern = pattern;
          spec.decompositionPolicy.patterns = [pattern];
        },
      };
    }),
    {
      when: "children without an issue or a session are named by what they have",
      turn: WORKERS,
      change: ({ tusk }) => {
        found(tusk.fanOut).children = [
          { sessionId: "hs-0", join: hex("1") },
          { issueId: "bd-1", join: hex("1") },
        ];
      },
      trips: [
        split("bd-1", "evidence.tusk.fanOut.children[1]", "child bd-1 lacks a session"),
        split("hs-0", "evidence.tusk.fanOut.children[0]", "child hs-0 lacks an issue"),
      ],
    },
    {
      when: "a child with neither is named by its place",
      turn: WORKERS,
      change: ({ tusk }) => {
        found(tusk.fanOut).children = [{ join: hex("1") }];
      },
      trips: [split("0", "evidence.tusk.fanOut.children[0]", "child 0 lacks an issue")],
    },
    {
      when: "an empty issue or session is none",
      turn: WORKERS,
      change: ({ tusk }) => {
        found(tusk.fanOut).children = [
          { issueId: "", sessionId: "hs-0", join: hex("1") },
          { issueId: "bd-1", sessionId: "", join: hex("1") },
        ];
      },
      trips: [
        split("", "evidence.tusk.fanOut.children[0]", "child  lacks an issue"),
        split("bd-1", "evidence.tusk.fanOut.children[1]", "child bd-1 lacks a session"),
      ],
    },
    {
      when: "a blank issue or session is none either",
      turn: WORKERS,
      change: ({ tusk }) => {
        found(tusk.fanOut).children = [
          { issueId: " ", sessionId: "hs-0", join: hex("1") },
          { issueId: "bd-1", sessionId: "\t\n", join: hex("1") },
        ];
      },
      trips: [
        split(" ", "evidence.tusk.fanOut.children[0]", "child   lacks an issue"),
        split("bd-1", "evidence.tusk.fanOut.children[1]", "child bd-1 lacks a session"),
      ],
    },
    { when: "autonomy at its threshold holds", turn: AUTONOMOUS, change: () => undefined },
    {
      when: "autonomy below its threshold trips",
      turn: AUTONOMOUS,
      change: ({ tusk }) => {
        found(tusk.autonomy).measured = 0.7499999;
      },
      trips: [split("the turn", "evidence.tusk.autonomy", "closed is below its threshold")],
    },
    {
      when: "autonomy above its threshold holds",
      turn: AUTONOMOUS,
      change: ({ tusk }) => {
        found(tusk.autonomy).measured = 1;
      },
    },
    {
      when: "autonomy that nobody measured trips",
      turn: AUTONOMOUS,
      change: ({ tusk }) => {
        delete tusk.autonomy;
      },
      trips: [split("the turn", "evidence.tusk.autonomy", "autonomy is bound to a measure, and nothing was measured")],
    },
    {
      when: "another metric than the bound one trips",
      turn: AUTONOMOUS,
      change: ({ tusk }) => {
        found(tusk.autonomy).metric = "opened";
      },
      trips: [split("the turn", "evidence.tusk.autonomy", "measured opened, bound is closed")],
    },
    {
      when: "a measure under another profile than the bound one trips",
      turn: AUTONOMOUS,
      change: ({ tusk }) => {
        found(tusk.autonomy).evalProfileRef = "eval://2";
      },
      trips: [split("the turn", "evidence.tusk.autonomy", "measured under eval://2, bound is eval://1")],
    },
    {
      when: "a measure that nobody bound means nothing",
      change: ({ tusk }) => {
        tusk.autonomy = { metric: "closed", measured: 0, evalProfileRef: "eval://1" };
      },
    },
    {
      when: "a declared verdict can add a violation",
      change: ({ file }) => {
        file.decompositionConstraints = { admissible: false };
      },
      trips: [
        split("the turn", "decompositionConstraints.admissible", "the decomposition was declared not admissible"),
      ],
    },
    {
      when: "a declared verdict cannot remove one",
      turn: WORKERS,
      change: ({ file, spec }) => {
        file.decompositionConstraints = { admissible: true };
        spec.decompositionPolicy.maxFanOut = 1;
      },
      trips: [split("the turn", "evidence.tusk.fanOut.children", "2 children, at most 1 are allowed")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("numbers compare by value, however they are written", () => {
    const isEnough = (measured: bigint | number): boolean =>
      outcomeOf({
        when: "",
        turn: AUTONOMOUS,
        change: ({ tusk, spec }) => {
          found(spec.decompositionPolicy.autonomous).threshold = 1;
          found(tusk.autonomy).measured = measured;
        },
      }).accepted;
    expect([1n, 0n, 1, 0].map(isEnough)).toEqual([true, false, true, false]);
  });

  test("the wire digest has to be the digest of the bound policy", () => {
    const given: AlteredCase = {
      when: "",
      honest: { policyDigests: false },
      change: ({ wire }) => {
        wire.callSpec.decompositionPolicyDigest = hex("9");
      },
    };
    const bound = digestOf({ patterns: ["single", "chain"], maxFanOut: 0 });
    expect(outcomeOf(given).trips).toEqual([
      split(
        "the turn",
        "evidence.callSpec.decompositionPolicyDigest",
        `${hex("9")} is not the digest of the bound policy, ${bound}`,
      ),
    ]);
  });

  test("is not due under a pattern that is no listed value", () => {
    const file = altered(({ wire, tusk }) => {
      wire.callSpec.executionPattern = "swarm";
      tusk.fanOut = { children: [{ issueId: "bd-1", join: hex("1") }] };
    });
    expect(rowOn("coordination.decomposition_policy_violation", file)).toEqual({
      class: "coordination.decomposition_policy_violation",
      outcome: "not_due",
      why: "the execution pattern is no listed value",
    });
  });
});
