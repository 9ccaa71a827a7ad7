import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  hex,
  outcomeOf,
  rowOn,
  type Trip,
  tripsFor,
} from "../../../../../conformance/altered-turn.ts";
import { READ_SCHEMA } from "../../../../../conformance/full-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";

const schema = tripsFor("tool.schema_invalid", "continue");
const unknown = tripsFor("tool.unknown_or_disallowed", "continue");
const parallel = tripsFor("tool.parallel_policy_violation", "continue");

const TEXT_TURN = turnOf({ ...BARE_PLAN, mode: "text", calls: [planned("read"), planned("read")] });
const CODE_TURN = turnOf({ ...BARE_PLAN, mode: "code", calls: [planned("python"), planned("read")] });
const BRANCHED = turnOf({
  ...BARE_PLAN,
  pattern: "parallel",
  calls: [planned("read", { branch: "a" }), planned("read", { branch: "b" }), planned("read", { branch: "a" })],
});

describe("tool.schema_invalid at stage R (K04, K12)", () => {
  test.each<AlteredCase>([
    {
      when: "arguments of the wrong type do not satisfy the schema",
      change: ({ call }) => {
        call("tc-1").asked.args = { path: 7 };
      },
      trips: [schema("tc-1", "evidence.tusk.requests[0].args.path", "read: is a number, expected string")],
    },
    {
      when: "a missing and an unknown argument are both named",
      change: ({ call }) => {
        call("tc-1").asked.args = { file: "/repo" };
      },
      trips: [
        schema("tc-1", "evidence.tusk.requests[0].args.path", "read: is absent"),
        schema("tc-1", "evidence.tusk.requests[0].args.file", "read: is no known field"),
      ],
    },
    {
      when: "arguments named by a digest that nobody resolves are unproven",
      change: ({ call }) => {
        call("tc-1").asked.args = { $digest: hex("9") };
      },
      trips: [schema("tc-1", "evidence.tusk.requests[0].args", "the arguments are not among the values")],
    },
    {
      when: "arguments that nobody has are unproven, also where nobody has the schema",
      change: ({ call, tusk }) => {
        call("tc-1").asked.args = { $digest: hex("9") };
        delete tusk.values[digestOf(READ_SCHEMA)];
      },
      trips: [
        schema("tc-1", "evidence.tusk.requests[0].args", "the arguments are not among the values"),
        unknown(
          "tc-1",
          "evidence.tusk.values",
          `the schema of read, ${digestOf(READ_SCHEMA)}, is not among the values`,
          "stop",
        ),
      ],
    },
    {
      when: "arguments named by a digest are checked like the ones that stand there",
      change: ({ call, keep }) => {
        call("tc-1").asked.args = { $digest: keep({ path: 7 }) };
      },
      trips: [schema("tc-1", "evidence.tusk.requests[0].args.path", "read: is a number, expected string")],
    },
    {
      when: "arguments named by a digest that resolves hold",
      change: ({ call, keep }) => {
        call("tc-1").asked.args = { $digest: keep({ path: "/repo/src/parser.ts" }) };
      },
    },
    {
      when: "an unlisted action mode stops",
      change: ({ wire }) => {
        wire.callSpec.actionMode = "voice";
      },
      trips: [schema("the turn", "evidence.callSpec.actionMode", "voice is no action mode", "stop")],
    },
    {
      when: "a word that every object knows is no action mode",
      change: ({ wire }) => {
        wire.callSpec.actionMode = "constructor";
      },
      trips: [schema("the turn", "evidence.callSpec.actionMode", "constructor is no action mode", "stop")],
    },
    {
      when: "an unlisted pattern stops, and is reported once",
      change: ({ wire }) => {
        wire.callSpec.executionPattern = "swarm";
      },
      trips: [schema("the turn", "evidence.callSpec.executionPattern", "swarm is no pattern", "stop")],
    },
    {
      when: "another normaliser stops",
      change: ({ wire }) => {
        wire.callSpec.normalizerId = "tusk.normalize.v2";
      },
      trips: [
        schema("the turn", "evidence.callSpec.normalizerId", "tusk.normalize.v2 is not tusk.normalize.v1", "stop"),
      ],
    },
    {
      when: "one json action with two calls stops at the second",
      change: ({ call }) => {
        call("tc-2").asked.actionId = "a1";
      },
      trips: [
        schema(
          "tc-2",
          "evidence.tusk.requests[1].actionId",
          "action a1 makes a second call, json mode allows one",
          "stop",
        ),
      ],
    },
    {
      when: "one text action with two calls stops at the second",
      turn: TEXT_TURN,
      change: ({ call }) => {
        call("tc-1").asked.actionId = "action-0";
      },
      trips: [
        schema(
          "tc-1",
          "evidence.tusk.requests[1].actionId",
          "action action-0 makes a second call, text mode allows one",
          "stop",
        ),
      ],
    },
    { when: "one code action may make many calls", turn: CODE_TURN, change: () => undefined },
    ...["", " ", "\t\n"].map((profile): AlteredCase => {
      return {
        when: `a text call with adapter profile ${JSON.stringify(profile)} has none`,
        turn: TEXT_TURN,
        change: ({ call }) => {
          call("tc-0").asked.adapterProfile = profile;
        },
        trips: [
          schema(
            "tc-0",
            "evidence.tusk.requests[0].adapterProfile",
            "a call in text mode names no adapter profile",
            "stop",
          ),
        ],
      };
    }),
    {
      when: "a text call without adapter profile stops",
      turn: TEXT_TURN,
      change: ({ call }) => {
        delete call("tc-0").asked.adapterProfile;
      },
      trips: [
        schema(
          "tc-0",
          "evidence.tusk.requests[0].adapterProfile",
          "a call in text mode names no adapter profile",
          "stop",
        ),
      ],
    },
    {
      when: "a text call with an empty adapter profile stops",
      turn: TEXT_TURN,
      change: ({ call }) => {
        call("tc-1").asked.adapterProfile = "";
      },
      trips: [
        schema(
          "tc-1",
          "evidence.tusk.requests[1].adapterProfile",
          "a call in text mode names no adapter profile",
          "stop",
        ),
      ],
    },
    { when: "text calls with their adapter profile hold", turn: TEXT_TURN, change: () => undefined },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.unknown_or_disallowed (K04, T08)", () => {
  test.each<AlteredCase>([
    {
      when: "a tool in no catalog row trips nothing else, even in a zoo of other faults",
      change: ({ call }) => {
        Object.assign(call("tc-1").request, { toolName: "rm" });
        call("tc-1").asked.args = { anything: 1 };
      },
      trips: [unknown("tc-1", "evidence.toolRequests[0].toolName", "rm is in no row of the catalog")],
    },
    {
      when: "a tool that the policy does not allow trips",
      change: ({ spec }) => {
        spec.toolPolicy.allow = ["bash", "edit"];
      },
      trips: [unknown("tc-1", "evidence.toolRequests[0].toolName", "the tool policy does not allow read")],
    },
    {
      when: "a specific choice of another tool trips every other call",
      change: ({ spec }) => {
        spec.toolChoice = { kind: "specific", tool: "edit" };
      },
      trips: [
        unknown("tc-1", "evidence.toolRequests[0].toolName", "the call chose edit, not read"),
        unknown("tc-3", "evidence.toolRequests[2].toolName", "the call chose edit, not bash"),
      ],
    },
    {
      when: "a specific choice of no tool trips every call",
      change: ({ spec }) => {
        spec.toolChoice = { kind: "specific" };
      },
      trips: [
        unknown("tc-1", "evidence.toolRequests[0].toolName", "the call chose no tool, not read"),
        unknown("tc-2", "evidence.toolRequests[1].toolName", "the call chose no tool, not edit"),
        unknown("tc-3", "evidence.toolRequests[2].toolName", "the call chose no tool, not bash"),
      ],
    },
    {
      when: "a choice that is not specific binds nobody to its tool",
      change: ({ spec }) => {
        spec.toolChoice = { kind: "any", tool: "edit" };
      },
    },
    {
      when: "a specific choice holds when only that tool is called",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("read"), planned("read")] }),
      change: ({ spec }) => {
        spec.toolChoice = { kind: "specific", tool: "read" };
      },
    },
    ...(["deny", "refused", "expired"] as const).map((decision): AlteredCase => {
      return {
        when: `a last word of ${decision} trips`,
        change: ({ call }) => {
          call("tc-3").asked.permission.decision = decision;
        },
        trips: [
          unknown(
            "tc-3",
            "evidence.tusk.requests[2].permission.decision",
            `permission was ${decision}, by rule ask-shell`,
          ),
        ],
      };
    }),
    ...(["allow", "approved"] as const).map((decision): AlteredCase => {
      return {
        when: `a last word of ${decision} holds`,
        change: ({ call }) => {
          call("tc-3").asked.permission.decision = decision;
        },
      };
    }),
    ...[undefined, "", " ", "\t\n"].map((approvalRef): AlteredCase => {
      return {
        when: `approved by ${JSON.stringify(approvalRef) ?? "nothing"} is approved by nobody`,
        change: ({ call }) => {
          const { permission } = call("tc-3").asked;
          delete permission.approvalRef;
          if (approvalRef !== undefined) permission.approvalRef = approvalRef;
        },
        trips: [
          unknown(
            "tc-3",
            "evidence.tusk.requests[2].permission.decision",
            "permission was approved by nobody, by rule ask-shell",
          ),
        ],
      };
    }),
    {
      when: "a request under another schema than the catalog's stops",
      change: ({ call }) => {
        call("tc-1").request.schemaDigest = hex("9");
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.toolRequests[0].schemaDigest",
          `read was called with schema ${hex("9")}, the catalog has ${digestOf(READ_SCHEMA)}`,
          "stop",
        ),
      ],
    },
    {
      when: "a request that names no schema stops",
      change: ({ call }) => {
        delete call("tc-1").request.schemaDigest;
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.toolRequests[0].schemaDigest",
          `read was called with schema none, the catalog has ${digestOf(READ_SCHEMA)}`,
          "stop",
        ),
      ],
    },
    {
      when: "a schema that nobody has stops",
      change: ({ tusk }) => {
        delete tusk.values[digestOf(READ_SCHEMA)];
      },
      trips: [
        unknown(
          "tc-1",
          "evidence.tusk.values",
          `the schema of read, ${digestOf(READ_SCHEMA)}, is not among the values`,
          "stop",
        ),
      ],
    },
    {
      when: "a tool that is not allowed but known still has to show its schema",
      change: ({ spec, tusk }) => {
        spec.toolPolicy.allow = ["bash", "edit"];
        delete tusk.values[digestOf(READ_SCHEMA)];
      },
      trips: [
        unknown("tc-1", "evidence.toolRequests[0].toolName", "the tool policy does not allow read", "stop"),
        unknown(
          "tc-1",
          "evidence.tusk.values",
          `the schema of read, ${digestOf(READ_SCHEMA)}, is not among the values`,
          "stop",
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.parallel_policy_violation (K12)", () => {
  const each = (note: string): readonly Trip[] =>
    ["tc-0", "tc-1", "tc-2"].map((id, at) => parallel(id, `evidence.tusk.requests[${at}].branch`, note));
  test.each<AlteredCase>([
    { when: "as many branches as allowed hold, whatever the number of calls", turn: BRANCHED, change: () => undefined },
    {
      when: "one branch more than allowed trips every labelled call",
      turn: BRANCHED,
      change: ({ spec }) => {
        spec.parallelPolicy.maxBranches = 1;
      },
      trips: each("2 branches, at most 1 are allowed"),
    },
    {
      when: "branches while not enabled trip",
      turn: BRANCHED,
      change: ({ spec }) => {
        spec.parallelPolicy.enabled = false;
      },
      trips: each("parallel branches are not enabled"),
    },
    {
      when: "calls without a label are no branches",
      turn: BRANCHED,
      change: ({ spec, tusk }) => {
        spec.parallelPolicy = { enabled: false, maxBranches: 0 };
        for (const row of tusk.requests) delete row.branch;
      },
    },
    {
      when: "only labelled calls are named",
      turn: BRANCHED,
      change: ({ spec, call }) => {
        spec.parallelPolicy.enabled = false;
        delete call("tc-0").asked.branch;
      },
      trips: each("parallel branches are not enabled").slice(1),
    },
    {
      when: "labels under orchestrator_workers hold",
      turn: BRANCHED,
      change: ({ spec, tusk, wire }) => {
        wire.callSpec.executionPattern = "orchestrator_workers";
        spec.decompositionPolicy = { patterns: ["orchestrator_workers"], maxFanOut: 1 };
        tusk.fanOut = { children: [{ issueId: "bd-1", sessionId: "hs-1", join: hex("1") }] };
      },
    },
    ...["single", "chain", "route", "evaluator_optimizer"].map((pattern): AlteredCase => {
      return {
        when: `labels under ${pattern} trip, enabled or not`,
        turn: BRANCHED,
        change: ({ spec, wire }) => {
          wire.callSpec.executionPattern = pattern;
          spec.decompositionPolicy.patterns = [pattern];
        },
        trips: each(`pattern ${pattern} has no branches`),
      };
    }),
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("is not due under a pattern that is no listed value: that is reported once", () => {
    const file = altered(
      ({ wire }) => {
        wire.callSpec.executionPattern = "swarm";
      },
      {},
      BRANCHED,
    );
    expect(rowOn("tool.parallel_policy_violation", file)).toEqual({
      class: "tool.parallel_policy_violation",
      outcome: "not_due",
      why: "the execution pattern is no listed value",
    });
  });
});
