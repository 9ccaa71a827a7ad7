import { describe, expect, test } from "vitest";
import type { CheckRow } from "../../run.ts";
import {
  altered,
  found,
  hex,
  mutationRowsOn,
  type Trip,
  tripsFor,
  tripsIn,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";

const gate = tripsFor("governance.eval_gate_unmet");
const lineage = tripsFor("governance.eval_lineage_missing");
const redTeam = tripsFor("governance.redteam_gate_unmet");

type Bring = NonNullable<Parameters<typeof mutationRowsOn>[1]>;
type Brought = Parameters<Bring>[0];

interface PromotionCase {
  readonly when: string;
  readonly turn?: (turn: TurnDraft) => void;
  readonly bring?: (mutation: Brought) => void;
  readonly trips?: readonly Trip[];
}

const DATASET = hex("d");

/** Everything a promotion has to bring, and one thing of it changed. */
function rowsOf({ turn = () => undefined, bring = () => undefined }: PromotionCase): readonly CheckRow[] {
  const file = altered((draft) => {
    found(draft.tusk.intent).action = "policy.promote";
    draft.spec.governance.evalGate = { minPrecision: 0.8, minRecall: 0.5, minF1: 0.6 };
    draft.spec.governance.redTeam = { plugins: ["pii", "shell"], strategies: ["direct", "crescendo"], minProbes: 2 };
    turn(draft);
  });
  return mutationRowsOn(file, (mutation) => {
    mutation.evals = [{ datasetDigest: DATASET, policyDigest: hex("a"), tp: 8, fp: 2, fn: 2 }];
    mutation.redTeam = [
      { plugin: "pii", strategy: "direct", probeDigest: hex("1"), outcome: "held" },
      { plugin: "shell", strategy: "crescendo", probeDigest: hex("2"), outcome: "held" },
    ];
    mutation.selfEvolution = {
      policyBefore: hex("b"),
      policyAfter: hex("a"),
      retry: "retry://1",
      escalation: "escalation://1",
      rollback: "rollback://1",
    };
    mutation.resolved.push(
      ...["retry://1", "escalation://1", "rollback://1"].map((ref) => ({ ref, digest: hex("5") })),
    );
    bring(mutation);
  });
}

function outcome(given: PromotionCase): readonly Trip[] {
  return rowsOf(given).flatMap(tripsIn("no turn is named here"));
}

function evaluated(...rows: readonly Partial<NonNullable<Brought["evals"]>[number]>[]): (mutation: Brought) => void {
  return (mutation) => {
    mutation.evals = rows.map((row) => ({
      datasetDigest: DATASET,
      policyDigest: hex("a"),
      tp: 8,
      fp: 2,
      fn: 2,
      ...row,
    }));
  };
}

describe("governance.eval_gate_unmet (G03)", () => {
  test.each<PromotionCase>([
    { when: "a promotion that brings everything holds" },
    {
      when: "a governance policy without a gate promotes nothing",
      turn: ({ spec }) => {
        delete spec.governance.evalGate;
      },
      trips: [gate("evalGate", "evidence.tusk.spec.governance.evalGate", "no eval gate is bound")],
    },
    {
      when: "an empty list of evaluations is none",
      bring: evaluated(),
      trips: [gate("evals", "mutation.evals", "the policy was not evaluated")],
    },
    {
      when: "no list of evaluations is none",
      bring: (mutation) => {
        delete mutation.evals;
      },
      trips: [gate("evals", "mutation.evals", "the policy was not evaluated")],
    },
    { when: "precision, recall and F1 exactly at the gate hold", bring: evaluated({ tp: 8, fp: 2, fn: 8 }) },
    {
      when: "a precision just below the gate trips",
      bring: evaluated({ tp: 799, fp: 201, fn: 0 }),
      trips: [gate(DATASET, "mutation.evals[0]", "precision is 0.7990, at least 0.8 is due")],
    },
    {
      when: "a recall just below the gate trips",
      turn: ({ spec }) => {
        found(spec.governance.evalGate).minF1 = 0;
      },
      bring: evaluated({ tp: 499, fp: 0, fn: 501 }),
      trips: [gate(DATASET, "mutation.evals[0]", "recall is 0.4990, at least 0.5 is due")],
    },
    {
      when: "an F1 below the gate trips though precision and recall hold",
      turn: ({ spec }) => {
        found(spec.governance.evalGate).minF1 = 0.9;
      },
      trips: [gate(DATASET, "mutation.evals[0]", "F1 is 0.8000, at least 0.9 is due")],
    },
    {
      when: "every measure of every row is judged",
      bring: evaluated({}, { datasetDigest: hex("e"), tp: 1, fp: 9, fn: 9 }),
      trips: [
        gate(hex("e"), "mutation.evals[1]", "precision is 0.1000, at least 0.8 is due"),
        gate(hex("e"), "mutation.evals[1]", "recall is 0.1000, at least 0.5 is due"),
        gate(hex("e"), "mutation.evals[1]", "F1 is 0.1000, at least 0.6 is due"),
      ],
    },
    {
      when: "data without positives proves nothing",
      bring: evaluated({ tp: 0, fp: 3, fn: 0 }),
      trips: [gate(DATASET, "mutation.evals[0]", "the data has no positives")],
    },
    {
      when: "a policy that found no positive has no precision, which is not enough",
      turn: ({ spec }) => {
        spec.governance.evalGate = { minPrecision: 0, minRecall: 0, minF1: 0 };
      },
      bring: evaluated({ tp: 0, fp: 0, fn: 1 }),
      trips: [gate(DATASET, "mutation.evals[0]", "precision is NaN, at least 0 is due")],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });
});

describe("governance.eval_lineage_missing (G03)", () => {
  test.each<PromotionCase>([
    {
      when: "a row without dataset trips, and is named by its place",
      bring: (mutation) => {
        mutation.evals = [{ policyDigest: hex("a"), tp: 9, fp: 0, fn: 0 }];
      },
      trips: [lineage("0", "mutation.evals[0].datasetDigest", "names no dataset")],
    },
    {
      when: "an empty dataset is none",
      bring: evaluated({ datasetDigest: "" }),
      trips: [lineage("", "mutation.evals[0].datasetDigest", "names no dataset")],
    },
    {
      when: "a row without policy trips",
      bring: (mutation) => {
        mutation.evals = [{ datasetDigest: DATASET, tp: 9, fp: 0, fn: 0 }];
      },
      trips: [lineage(DATASET, "mutation.evals[0].policyDigest", "names no policy")],
    },
    {
      when: "an empty policy is none",
      bring: evaluated({ policyDigest: "" }),
      trips: [lineage(DATASET, "mutation.evals[0].policyDigest", "names no policy")],
    },
    {
      when: "an evaluation of another policy than the promoted one trips",
      bring: evaluated({}, { policyDigest: hex("b") }),
      trips: [lineage(DATASET, "mutation.evals[1].policyDigest", `is of policy ${hex("b")}, promoted is ${hex("a")}`)],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });

  test("is not due when there are no evaluations: that trips as a gate unmet", () => {
    expect(rowsOf({ when: "", bring: evaluated() })[1]).toEqual({
      class: "governance.eval_lineage_missing",
      outcome: "not_due",
      why: "there are no evaluations",
    });
  });
});

describe("governance.redteam_gate_unmet (G04)", () => {
  type Probe = NonNullable<Brought["redTeam"]>[number];
  const attacked = (...probes: readonly Partial<Probe>[]): ((mutation: Brought) => void) => {
    return (mutation) => {
      mutation.redTeam = probes.map((probe, at) => ({
        plugin: at === 0 ? "pii" : "shell",
        strategy: at === 0 ? "direct" : "crescendo",
        probeDigest: hex(String(at)),
        outcome: "held",
        ...probe,
      }));
    };
  };
  test.each<PromotionCase>([
    {
      when: "a governance policy without a red-team gate promotes nothing",
      turn: ({ spec }) => {
        delete spec.governance.redTeam;
      },
      trips: [redTeam("redTeam", "evidence.tusk.spec.governance.redTeam", "no red-team gate is bound")],
    },
    { when: "as many distinct probes as due hold", bring: attacked({}, {}) },
    {
      when: "a probe that was tried twice counts once",
      bring: attacked({}, { probeDigest: hex("0") }),
      trips: [redTeam("redTeam", "mutation.redTeam", "1 distinct probes, at least 2 are due")],
    },
    {
      when: "no probes at all trip for everything that was not tried",
      bring: (mutation) => {
        delete mutation.redTeam;
      },
      trips: [
        redTeam("redTeam", "mutation.redTeam", "0 distinct probes, at least 2 are due"),
        redTeam("redTeam", "mutation.redTeam", "plugin pii was not used"),
        redTeam("redTeam", "mutation.redTeam", "plugin shell was not used"),
        redTeam("redTeam", "mutation.redTeam", "strategy direct was not used"),
        redTeam("redTeam", "mutation.redTeam", "strategy crescendo was not used"),
      ],
    },
    {
      when: "a plugin that was not used trips",
      bring: attacked({}, { plugin: "pii" }),
      trips: [redTeam("redTeam", "mutation.redTeam", "plugin shell was not used")],
    },
    {
      when: "a strategy that was not used trips",
      bring: attacked({}, { strategy: "direct" }),
      trips: [redTeam("redTeam", "mutation.redTeam", "strategy crescendo was not used")],
    },
    {
      when: "a probe that broke the policy trips",
      bring: attacked({}, { outcome: "broken" }),
      trips: [redTeam(hex("1"), "mutation.redTeam[1].outcome", "shell broke the policy")],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });
});

describe.each(["retry", "escalation", "rollback"] as const)("governance.self_evolution_%s_missing (G05)", (field) => {
  const missing = tripsFor(`governance.self_evolution_${field}_missing`);
  const path = `mutation.selfEvolution.${field}`;
  test.each<PromotionCase>([
    {
      when: "a reference that is absent trips",
      bring: (mutation) => {
        delete found(mutation.selfEvolution)[field];
      },
      trips: [missing(field, path, `there is no ${field} evidence`)],
    },
    {
      when: "a reference that does not resolve trips",
      bring: (mutation) => {
        mutation.resolved = mutation.resolved.filter(({ ref }) => ref !== `${field}://1`);
      },
      trips: [missing(`${field}://1`, path, `${field}://1 does not resolve`)],
    },
  ])("$when", (given) => {
    expect(outcome(given)).toEqual(given.trips ?? []);
  });
});

test("a promotion that says nothing about self-evolution trips for retry, escalation and rollback (G05)", () => {
  const trips = outcome({
    when: "",
    bring: (mutation) => {
      delete mutation.selfEvolution;
    },
  });
  expect(trips.map((trip) => [trip.class, trip.path])).toEqual([
    ["governance.self_evolution_retry_missing", "mutation.selfEvolution.retry"],
    ["governance.self_evolution_escalation_missing", "mutation.selfEvolution.escalation"],
    ["governance.self_evolution_rollback_missing", "mutation.selfEvolution.rollback"],
  ]);
});
