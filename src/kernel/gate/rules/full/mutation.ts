import type { MutationFacts } from "../../mutation-facts.ts";
import type { Finding } from "../../rule.ts";
import { plainJson } from "../../../json/plain.ts";

/** The turn was bound to another mutation policy than the one that is active now. */
export function policyDigestMismatch({ callSpec, digest, mutation, spec, values }: MutationFacts): readonly Finding[] {
  const subject = callSpec.callId;
  const path = "evidence.callSpec.mutationPolicyDigest";
  const bound = digest(spec.mutationPolicy);
  const active = values.resolve(mutation.activePolicy);
  const findings: Finding[] = [];
  if (callSpec.mutationPolicyDigest !== bound) {
    const note = `${callSpec.mutationPolicyDigest} is not the digest of the bound policy, ${bound}`;
    findings.push({ subject, path, note });
  }
  if (active === undefined || digest(active) !== bound) {
    const note = `bound is ${bound}, active is ${active === undefined ? "not among the values" : digest(active)}`;
    findings.push({ subject, path: "mutation.activePolicy", note });
  }
  return findings;
}

/** A claim that the action requires was not made. */
export function capabilityClaimMissing({ mutation, requiredClaims }: MutationFacts): readonly Finding[] {
  return requiredClaims.flatMap((alternatives) => {
    if (alternatives.some((claim) => mutation.claims.includes(claim))) return [];
    const note = `the action requires ${alternatives.join(" or ")}`;
    return [{ subject: alternatives[0], path: "mutation.claims", note }];
  });
}

/** The mutation does not rest on this turn: no witness, another turn's, no lineage, or inputs nobody consumed (001 §6). */
export function useEvidenceMissing(facts: MutationFacts): readonly Finding[] {
  const { callSpec, digest, evidence, mutation, tusk, values } = facts;
  const subject = callSpec.callId;
  const findings: Finding[] = [...witnessFindings(facts)];
  if (evidence.sessionRefs === undefined)
    findings.push({ subject, path: "evidence.sessionRefs", note: "the turn names no session" });
  if (evidence.trajectoryRefs === undefined)
    findings.push({ subject, path: "evidence.trajectoryRefs", note: "the turn names no trajectory row" });
  if (tusk.intent === undefined)
    return [...findings, { subject, path: "evidence.tusk.intent", note: "the turn intends no mutation" }];
  if (values.resolve(tusk.intent.args) === undefined) {
    const note = "the arguments of the intent are not among the values";
    findings.push({ subject, path: "evidence.tusk.intent.args", note, unproven: true });
  }
  if (mutation.intentDigest !== digest(plainJson(tusk.intent))) {
    const note = "it is not the digest of what the turn intends";
    findings.push({ subject, path: "mutation.intentDigest", note });
  }
  return [...findings, ...unconsumedInputs(facts)];
}

function witnessFindings({ callSpec, evidenceDigest, mutation }: MutationFacts): readonly Finding[] {
  const subject = callSpec.callId;
  const { join, resolved } = mutation;
  if (join === undefined) return [{ subject, path: "mutation.join", note: "there is no join witness" }];
  if (join.evidenceDigest !== evidenceDigest) {
    const note = `the witness is of evidence ${join.evidenceDigest}, this turn's is ${evidenceDigest}`;
    return [{ subject, path: "mutation.join.evidenceDigest", note }];
  }
  if (resolved.some((row) => row.ref === join.witnessRef)) return [];
  return [{ subject, path: "mutation.join.witnessRef", note: `${join.witnessRef} does not resolve` }];
}

function unconsumedInputs({ resultOf, tusk }: MutationFacts): readonly Finding[] {
  return [...new Set(tusk.intent?.inputs)].flatMap((id) => {
    if (resultOf.get(id)?.use?.wire.disposition === "consumed") return [];
    return [
      { subject: id, path: "evidence.tusk.intent.inputs", note: `the intent rests on ${id}, which was not consumed` },
    ];
  });
}
