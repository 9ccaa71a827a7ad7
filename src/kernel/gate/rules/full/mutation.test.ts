import { describe, expect, test } from "vitest";
import {
  altered,
  digestOf,
  found,
  hex,
  mutationRowsOn,
  mutationTripsOf,
  type Trip,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import type { Json } from "../../../json/value.ts";
import { MUTATION_CLASSES } from "../../mutation-check.ts";

const policy = tripsFor("mutation.policy_digest_mismatch");
const claim = tripsFor("mutation.capability_claim_missing");
const use = tripsFor("mutation.use_evidence_missing");

const BOUND = digestOf({ close: "after green tests" });

interface MutationCase {
  readonly when: string;
  readonly turn?: (turn: TurnDraft) => void;
  readonly bring?: NonNullable<Parameters<typeof mutationTripsOf>[1]>;
  readonly honest?: Parameters<typeof altered>[1];
  readonly trips?: readonly Trip[];
}

function outcome({ turn = () => undefined, bring, honest }: MutationCase): readonly Trip[] {
  return mutationTripsOf(altered(turn, honest), bring);
}

describe("mutation.policy_digest_mismatch (001 §6, K08)", () => {
  test.each<MutationCase>([
    { when: "the bound policy that is still active holds" },
    {
      when: "a wire digest of another policy trips",
      honest: { policyDigests: false },
      turn: ({ wire }) => {
        wire.callSpec.mutationPolicyDigest = hex("9");
      },
      trips: [
        policy(
          "the turn",
          "evidence.callSpec.mutationPolicyDigest",
          `${hex("9")} is not the digest of the bound policy, ${BOUND}`,
        ),
      ],
    },
    {
      when: "an active policy that is another trips",
      bring: (mutation) => {
        mutation.activePolicy = { close: "never" };
      },
      trips: [
        policy("the turn", "mutation.activePolicy", `bound is ${BOUND}, active is ${digestOf({ close: "never" })}`),
      ],
    },
    {
      when: "an active policy that nobody has trips",
      bring: (mutation) => {
        mutation.activePolicy = { $digest: BOUND };
      },
      trips: [policy("the turn", "mutation.activePolicy", `bound is ${BOUND}, active is not among the values`)],
    },
    {
      when: "an active policy named by a digest that resolves holds",
      turn: ({ keep }) => {
        keep({ close: "after green tests" });
      },
      bring: (mutation) => {
        mutation.activePolicy = { $digest: BOUND };
      },
    },
    {
      when: "a bound policy named by a digest that resolves holds: the call id is of the policy itself",
      honest: { callId: false, policyDigests: false },
      turn: ({ spec, keep }) => {
        spec.mutationPolicy = { $digest: keep({ close: "after green tests" }) };
      },
      bring: (mutation) => {
        mutation.activePolicy = { close: "after green tests" };
      },
    },
    {
      when: "both can be wrong at once",
      honest: { policyDigests: false },
      turn: ({ wire }) => {
        wire.callSpec.mutationPolicyDigest = hex("9");
      },
      bring: (mutation) => {
        mutation.activePolicy = {};
      },
      trips: [
        policy(
          "the turn",
          "evidence.callSpec.mutationPolicyDigest",
          `${hex("9")} is not the digest of the bound policy, ${BOUND}`,
        ),
        policy("the turn", "mutation.activePolicy", `bound is ${BOUND}, active is ${digestOf({})}`),
      ],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });
});

describe("mutation.capability_claim_missing (000 §4.6, M02)", () => {
  const general = "capabilities.change_morphisms";
  test.each<MutationCase>([
    {
      when: "the general claim and the action's own hold",
      bring: (mutation) => {
        mutation.claims = [`${general}.issue_update`, general];
      },
    },
    {
      when: "the claim of another action does not do",
      bring: (mutation) => {
        mutation.claims = [general, `${general}.issue_close`];
      },
      trips: [
        claim(
          `${general}.issue_update`,
          "mutation.claims",
          `the action requires ${general}.issue_update or ${general}.all`,
        ),
      ],
    },
    {
      when: "no claims at all trip for each that is due",
      bring: (mutation) => {
        mutation.claims = [];
      },
      trips: [
        claim(general, "mutation.claims", `the action requires ${general}`),
        claim(
          `${general}.issue_update`,
          "mutation.claims",
          `the action requires ${general}.issue_update or ${general}.all`,
        ),
      ],
    },
    {
      when: "nobody can claim an action that does not exist",
      turn: ({ tusk }) => {
        found(tusk.intent).action = "issue.destroy";
      },
      trips: [
        claim(
          "an action that an agent may do, not issue.destroy",
          "mutation.claims",
          "the action requires an action that an agent may do, not issue.destroy",
        ),
      ],
    },
    {
      when: "nobody can claim an action that another permit carries",
      turn: ({ tusk }) => {
        found(tusk.intent).action = "issue.claim";
      },
      trips: [
        claim(
          "an action that an agent may do, not issue.claim",
          "mutation.claims",
          "the action requires an action that an agent may do, not issue.claim",
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });
});

describe("mutation.use_evidence_missing (001 §6, K08)", () => {
  test.each<MutationCase>([
    {
      when: "a mutation without a witness trips",
      bring: (mutation) => {
        delete mutation.join;
      },
      trips: [use("the turn", "mutation.join", "there is no join witness")],
    },
    {
      when: "a witness that does not resolve trips",
      bring: (mutation) => {
        found(mutation.join).witnessRef = "witness://2";
      },
      trips: [use("the turn", "mutation.join.witnessRef", "witness://2 does not resolve")],
    },
    {
      when: "a turn without session and trajectory trips for each",
      turn: ({ wire }) => {
        wire.sessionRefs = [];
        delete wire.trajectoryRefs;
      },
      trips: [
        use("the turn", "evidence.sessionRefs", "the turn names no session"),
        use("the turn", "evidence.trajectoryRefs", "the turn names no trajectory row"),
      ],
    },
    {
      when: "a digest of another intent trips",
      bring: (mutation) => {
        mutation.intentDigest = hex("9");
      },
      trips: [use("the turn", "mutation.intentDigest", "it is not the digest of what the turn intends")],
    },
    {
      when: "an intent that rests on a result that was not consumed trips once for it",
      turn: ({ tusk }) => {
        found(tusk.intent).inputs = ["tc-3", "tc-2", "tc-2"];
      },
      trips: [use("tc-2", "evidence.tusk.intent.inputs", "the intent rests on tc-2, which was not consumed")],
    },
    {
      when: "an intent that rests on a call that is not there trips",
      turn: ({ tusk }) => {
        found(tusk.intent).inputs = ["tc-9"];
      },
      trips: [use("tc-9", "evidence.tusk.intent.inputs", "the intent rests on tc-9, which was not consumed")],
    },
    {
      when: "arguments of the intent that nobody has are unproven",
      turn: ({ tusk }) => {
        found(tusk.intent).args = { $digest: hex("9") };
      },
      trips: [use("the turn", "evidence.tusk.intent.args", "the arguments of the intent are not among the values")],
    },
    {
      when: "arguments of the intent that are named by a digest and stand among the values hold",
      turn: ({ tusk, keep }) => {
        const intent = found(tusk.intent);
        intent.args = { $digest: keep(intent.args) };
      },
    },
    {
      when: "an intent without inputs rests on nothing, which holds here",
      turn: ({ tusk }) => {
        found(tusk.intent).inputs = [];
      },
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });

  test("what is said of arguments that nobody has is that they are unproven", () => {
    const file = altered(({ tusk }) => void (found(tusk.intent).args = { $digest: hex("9") }));
    expect(mutationRowsOn(file).at(-1)).toMatchObject({
      class: "mutation.use_evidence_missing",
      findings: [{ path: "evidence.tusk.intent.args", unproven: true }],
    });
  });

  test("a witness of other evidence trips, and the digest it names is the one that is compared", () => {
    const file = altered(() => undefined);
    let own = "";
    const trips = mutationTripsOf(file, (mutation) => {
      own = found(mutation.join).evidenceDigest;
      found(mutation.join).evidenceDigest = hex("9");
    });
    expect(trips).toEqual([
      use("the turn", "mutation.join.evidenceDigest", `the witness is of evidence ${hex("9")}, this turn's is ${own}`),
    ]);
  });

  test("a turn that intends nothing has nothing to mutate", () => {
    const trips = outcome({
      when: "",
      turn: ({ tusk, wire }) => {
        delete tusk.intent;
        wire.sessionRefs = [];
      },
    });
    expect(trips.filter((trip) => trip.class === "mutation.use_evidence_missing")).toEqual([
      use("the turn", "evidence.sessionRefs", "the turn names no session"),
      use("the turn", "evidence.tusk.intent", "the turn intends no mutation"),
    ]);
  });
});

describe("stage M", () => {
  test("runs every class that has a rule there, in report order, and lists what is not due with the reason (K08, K10)", () => {
    const rows = mutationRowsOn(altered(() => undefined));
    expect(rows.map((row) => row.class)).toEqual([...MUTATION_CLASSES]);
    expect(MUTATION_CLASSES).toEqual([
      "governance.eval_gate_unmet",
      "governance.eval_lineage_missing",
      "governance.self_evolution_retry_missing",
      "governance.self_evolution_escalation_missing",
      "governance.self_evolution_rollback_missing",
      "governance.redteam_gate_unmet",
      "mutation.policy_digest_mismatch",
      "mutation.capability_claim_missing",
      "mutation.use_evidence_missing",
    ]);
    expect(rows.map((row) => (row.outcome === "not_due" ? row.why : row.outcome))).toEqual([
      ...MUTATION_CLASSES.slice(0, 6).map(() => "the action is not policy.promote"),
      "held",
      "held",
      "held",
    ]);
  });
});

describe("what the bound policy requires to have held (M10)", () => {
  interface Required {
    readonly when: string;
    readonly requires: Json;
    readonly turn?: (turn: TurnDraft) => void;
    readonly trips?: readonly Trip[];
  }
  const path = "evidence.tusk.intent.inputs";
  /** The call that the golden turn's intent rests on. */
  const asked = (turn: TurnDraft): { readonly tool: string; readonly args: Json } => {
    const { args } = found(turn.tusk.requests.find(({ toolCallId }) => toolCallId === "tc-3"));
    return { tool: found(turn.wire.toolRequests?.find(({ toolCallId }) => toolCallId === "tc-3")).toolName, args };
  };
  const outcomeOf = ({ requires, turn = () => undefined }: Required): readonly Trip[] => {
    let bound: Json = {};
    const file = altered((draft) => {
      const own = asked(draft);
      bound = JSON.parse(JSON.stringify({ requires }).replaceAll('"$asked"', JSON.stringify(own)));
      draft.spec.mutationPolicy = structuredClone(bound) as typeof draft.spec.mutationPolicy;
      // The golden turn's call has failed.
      found(draft.tusk.results.find(({ toolCallId }) => toolCallId === "tc-3")).outcome = "ok";
      turn(draft);
    });
    return mutationTripsOf(file, (mutation) => {
      mutation.activePolicy = structuredClone(bound) as typeof mutation.activePolicy;
    });
  };
  const unreadable = tripsFor("mutation.use_evidence_missing")(
    "mutationPolicy",
    "evidence.tusk.spec.mutationPolicy.requires",
    "what it requires is no list of { tool, args } by action",
  );

  test.each<Required>([
    { when: "a call among the inputs that ended ok holds", requires: { "issue.update": ["$asked"] } },
    { when: "what is required for another action is not due", requires: { "issue.close": [{ tool: "x", args: {} }] } },
    { when: "nothing required holds", requires: { "issue.update": [] } },
    {
      when: "a call that was not made trips, called by its name",
      requires: { "issue.update": ["$asked", { tool: "check", args: { name: "test", command: "npm test" } }] },
      trips: [use("check", path, "the policy requires check test to hold; it is not among the inputs")],
    },
    {
      when: "the same tool with other arguments is another call",
      requires: { "issue.update": [{ tool: "edit", args: { other: 1 } }] },
      trips: [use("edit", path, 'the policy requires edit {"other":1} to hold; it is not among the inputs')],
    },
    {
      when: "a call that is not among the inputs is no proof",
      requires: { "issue.update": ["$asked"] },
      turn: ({ tusk }) => {
        found(tusk.intent).inputs = [];
      },
      trips: [expect.objectContaining({ path, note: expect.stringContaining("it is not among the inputs") })],
    },
    { when: "a list that nobody can read is no leave", requires: { "issue.update": "all" }, trips: [unreadable] },
    {
      when: "a row that nobody can read is no leave",
      requires: { "issue.update": [{ tool: 1 }] },
      trips: [unreadable],
    },
    { when: "a policy that requires in no words is no leave", requires: [], trips: [unreadable] },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(given.trips ?? []);
  });

  test("a call that failed is no proof", () => {
    const trips = outcomeOf({
      when: "",
      requires: { "issue.update": ["$asked"] },
      turn: ({ tusk }) => {
        found(tusk.results.find(({ toolCallId }) => toolCallId === "tc-3")).outcome = "failed";
      },
    });
    expect(trips).toEqual([
      expect.objectContaining({ path, note: expect.stringMatching(/to hold; it ended failed$/) }),
    ]);
  });
});
