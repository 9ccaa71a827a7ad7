import type { TripRow, VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { type Draft, found, hex } from "../altered-turn.ts";
import type { MutationInput } from "#kernel";
import { FULL_TURN } from "../full-turn.ts";
import { PROMOTION_TURN } from "../golden-turns.ts";

type Evals = NonNullable<Draft<MutationInput>["evals"]>[number];
type EvolutionRef = "retry" | "escalation" | "rollback";

/** Another outcome of the evaluation. */
function measured(name: string, why: string, counts: Pick<Evals, "tp" | "fp" | "fn">): TripRow {
  return {
    name,
    why,
    spoil: ({ evals }) => {
      Object.assign(found(evals?.[0]), counts);
    },
    trips: [[hex("d"), "mutation.evals[0]"]],
  };
}

/** The two ways in which a reference of self-evolution is missing. */
function evolution(field: EvolutionRef, ref: string, what: string): VectorRow {
  const path = `mutation.selfEvolution.${field}`;
  return {
    class: `governance.self_evolution_${field}_missing`,
    from: PROMOTION_TURN,
    holds: `The policy that an agent changed can be ${what}.`,
    cases: [
      {
        why: `An agent changed the policy, and nothing says how it can be ${what}.`,
        spoil: ({ selfEvolution }) => {
          delete found(selfEvolution)[field];
        },
        trips: [[field, path]],
      },
      {
        name: "unresolved",
        why: `An agent changed the policy, and the reference by which it can be ${what} leads nowhere.`,
        spoil: (mutation) => {
          mutation.resolved = mutation.resolved.filter((row) => row.ref !== ref);
        },
        trips: [[ref, path]],
      },
    ],
  };
}

/** Vectors of the classes of stage M: promotion of a policy, and what every mutation rests on. */
export const MUTATION_ROWS: readonly VectorRow[] = [
  {
    class: "governance.eval_gate_unmet",
    from: PROMOTION_TURN,
    holds: "The policy reaches the gate in precision, recall and F1.",
    cases: [
      {
        why: "Nobody evaluated the policy that is to be promoted.",
        spoil: (mutation) => {
          delete mutation.evals;
        },
        trips: [["evals", "mutation.evals"]],
      },
      measured("precision", "The policy triggers too often where it should not.", { tp: 80, fp: 20, fn: 0 }),
      measured("recall", "The policy misses too much of what it should see.", { tp: 79, fp: 0, fn: 21 }),
      measured("f1", "Precision and recall are each just enough, and together they are not.", {
        tp: 72,
        fp: 8,
        fn: 18,
      }),
      measured("no-positives", "The data holds nothing that the policy should have seen.", { tp: 0, fp: 0, fn: 0 }),
      {
        name: "no-gate",
        why: "A policy is to be promoted, and no eval gate is bound.",
        change: ({ spec }) => {
          delete spec.governance.evalGate;
        },
        trips: [["evalGate", "evidence.tusk.spec.governance.evalGate"]],
      },
    ],
  },
  {
    class: "governance.eval_lineage_missing",
    from: PROMOTION_TURN,
    holds: "The evaluation says of which policy and on which data.",
    cases: [
      {
        why: "The evaluation does not say on which data.",
        spoil: ({ evals }) => {
          delete found(evals?.[0]).datasetDigest;
        },
        trips: [["0", "mutation.evals[0].datasetDigest"]],
      },
      {
        name: "no-policy",
        why: "The evaluation does not say of which policy.",
        spoil: ({ evals }) => {
          delete found(evals?.[0]).policyDigest;
        },
        trips: [[hex("d"), "mutation.evals[0].policyDigest"]],
      },
      {
        name: "other-policy",
        why: "The evaluation is of another policy than the promoted one.",
        spoil: ({ evals }) => {
          found(evals?.[0]).policyDigest = hex("b");
        },
        trips: [[hex("d"), "mutation.evals[0].policyDigest"]],
      },
    ],
  },
  {
    class: "governance.redteam_gate_unmet",
    from: PROMOTION_TURN,
    holds: "Enough distinct attacks of every kind were tried, and all held.",
    cases: [
      {
        why: "One attack broke the policy.",
        spoil: ({ redTeam }) => {
          found(redTeam?.[1]).outcome = "broken";
        },
        trips: [[hex("2"), "mutation.redTeam[1].outcome"]],
      },
      {
        name: "too-few",
        why: "The same attack was counted twice to reach the least number.",
        spoil: ({ redTeam }) => {
          found(redTeam?.[2]).probeDigest = hex("1");
        },
        trips: [["redTeam", "mutation.redTeam"]],
      },
      {
        name: "plugin-unused",
        why: "One kind of attack was never tried.",
        spoil: ({ redTeam }) => {
          found(redTeam?.[2]).plugin = "injection";
        },
        trips: [["redTeam", "mutation.redTeam"]],
      },
      {
        name: "strategy-unused",
        why: "One way of attacking was never tried.",
        spoil: ({ redTeam }) => {
          found(redTeam?.[1]).strategy = "direct";
        },
        trips: [["redTeam", "mutation.redTeam"]],
      },
      {
        name: "no-gate",
        why: "A policy is to be promoted, and no red-team gate is bound.",
        change: ({ spec }) => {
          delete spec.governance.redTeam;
        },
        trips: [["redTeam", "evidence.tusk.spec.governance.redTeam"]],
      },
    ],
  },
  evolution("retry", "retry://policy", "tried again"),
  evolution("escalation", "issue://bd-12", "taken to a person"),
  evolution("rollback", "policy://team-policy@2.1.0", "taken back"),
  {
    class: "mutation.policy_digest_mismatch",
    from: FULL_TURN,
    holds: "The turn was bound to the mutation policy that is active now.",
    cases: [
      {
        why: "The mutation policy was changed while the turn ran.",
        spoil: (mutation) => {
          mutation.activePolicy = { close: "after review" };
        },
        trips: [[CALL, "mutation.activePolicy"]],
      },
      {
        name: "wire-digest",
        why: "The turn names a mutation policy by a digest that is not the bound one's.",
        forge: ({ wire }) => {
          wire.callSpec.mutationPolicyDigest = hex("f");
        },
        trips: [[CALL, "evidence.callSpec.mutationPolicyDigest"]],
      },
    ],
  },
  {
    class: "mutation.capability_claim_missing",
    from: FULL_TURN,
    holds: "The capability that the action requires was claimed.",
    cases: [
      {
        why: "The issue is to be updated under an instruction that may only close issues.",
        spoil: (mutation) => {
          mutation.claims[1] = "capabilities.change_morphisms.issue_close";
        },
        trips: [["capabilities.change_morphisms.issue_update", "mutation.claims"]],
      },
      {
        name: "general",
        why: "The action's own capability was claimed without the general one.",
        spoil: (mutation) => {
          mutation.claims.shift();
        },
        trips: [["capabilities.change_morphisms", "mutation.claims"]],
      },
    ],
  },
  {
    class: "mutation.use_evidence_missing",
    from: FULL_TURN,
    holds: "The mutation rests on the witness of this very turn and on results that were consumed.",
    cases: [
      {
        why: "The mutation comes with the witness of another turn.",
        spoil: ({ join }) => {
          found(join).evidenceDigest = hex("f");
        },
        trips: [[CALL, "mutation.join.evidenceDigest"]],
      },
      {
        name: "no-witness",
        why: "The mutation comes without a witness of a join.",
        spoil: (mutation) => {
          delete mutation.join;
        },
        trips: [[CALL, "mutation.join"]],
      },
      {
        name: "unresolved",
        why: "The witness of the join does not resolve.",
        spoil: (mutation) => {
          mutation.resolved = [];
        },
        trips: [[CALL, "mutation.join.witnessRef"]],
      },
      {
        name: "no-session",
        why: "The turn names no session.",
        change: ({ wire }) => {
          delete wire.sessionRefs;
        },
        trips: [[CALL, "evidence.sessionRefs"]],
      },
      {
        name: "no-trajectory",
        why: "The turn names no row of the trajectory.",
        change: ({ wire }) => {
          delete wire.trajectoryRefs;
        },
        trips: [[CALL, "evidence.trajectoryRefs"]],
      },
      {
        name: "input-retried",
        why: "The mutation rests on tests that are to run again.",
        change: ({ call }) => {
          call("tc-3").used.retry = { decisionRef: "retry://1" };
          call("tc-3").use.disposition = "observed";
        },
        trips: [["tc-3", "evidence.tusk.intent.inputs"]],
      },
      {
        name: "other-intent",
        why: "The mutation is not the one that the turn intends.",
        spoil: (mutation) => {
          mutation.intentDigest = hex("f");
        },
        trips: [[CALL, "mutation.intentDigest"]],
      },
    ],
  },
];
