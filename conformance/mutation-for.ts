import { type JoinCheckInput, type MutationInput, MUTATIONS, type SpecValues, type TuskEvidence } from "#kernel";
import { digestOf, found, hex, reportOn } from "./altered-turn.ts";
import { parseMutationAction } from "../src/kernel/permit/mutation.ts";

const WITNESS_REF = "witness://3";
const EVOLUTION = { retry: "retry://policy", escalation: "issue://bd-12", rollback: "policy://team-policy@2.1.0" };

/** What an honest host brings to the gate with the mutation that a turn intends. */
export function mutationFor(file: JoinCheckInput): MutationInput {
  const { intent, spec } = file.evidence.tusk as unknown as Pick<TuskEvidence, "intent"> & { spec: SpecValues };
  const evidenceDigest = found(reportOn(file).evidenceDigest, "evidence digest");
  const action = parseMutationAction(intent?.action ?? "");
  return {
    intentDigest: digestOf(intent ?? null),
    claims: action === undefined ? [] : MUTATIONS[action].claims.map(([claim]) => claim),
    activePolicy: spec.mutationPolicy,
    resolved: [{ ref: WITNESS_REF, digest: evidenceDigest }],
    join: { evidenceDigest, witnessRef: WITNESS_REF },
    ...(action === "policy.promote" ? promotion(evidenceDigest) : {}),
  };
}

/** Evaluations, attacks and ways back that carry a promotion. */
function promotion(evidenceDigest: string): Pick<MutationInput, "evals" | "redTeam" | "selfEvolution" | "resolved"> {
  const policyAfter = hex("c");
  return {
    resolved: [
      { ref: WITNESS_REF, digest: evidenceDigest },
      ...Object.values(EVOLUTION).map((ref, at) => ({ ref, digest: hex(String(at + 1)) })),
    ],
    evals: [{ datasetDigest: hex("d"), policyDigest: policyAfter, tp: 90, fp: 10, fn: 10 }],
    redTeam: [
      { plugin: "injection", strategy: "direct", probeDigest: hex("1"), outcome: "held" },
      { plugin: "injection", strategy: "encoded", probeDigest: hex("2"), outcome: "held" },
      { plugin: "leak", strategy: "direct", probeDigest: hex("3"), outcome: "held" },
    ],
    selfEvolution: { policyBefore: hex("b"), policyAfter, ...EVOLUTION },
  };
}
