import type { MutationFacts } from "../../mutation-facts.ts";
import { canonicalJson } from "../../../digest/canonical.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";
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
  return [...findings, ...unconsumedInputs(facts), ...unmetProofs(facts)];
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

/** What the bound policy requires to have held before the intended action: calls of this turn, by tool and arguments (M10). */
function unmetProofs({ digest, requests, resultOf, spec, tusk, values }: MutationFacts): readonly Finding[] {
  const path = "evidence.tusk.intent.inputs";
  const required = requiredProofs(values.resolve(spec.mutationPolicy), tusk.intent?.action);
  if (required === undefined)
    return [{ subject: "mutationPolicy", path: "evidence.tusk.spec.mutationPolicy.requires", note: UNREADABLE }];
  const inputs = new Set(tusk.intent?.inputs);
  return required.flatMap(({ tool, args }) => {
    const wanted = digest(args);
    const calls = requests.filter(
      ({ id, tool: name, row }) => name === tool && inputs.has(id) && digest(row.args) === wanted,
    );
    const outcomes = calls.map(({ id }) => resultOf.get(id)?.row.outcome ?? "missing");
    if (outcomes.includes("ok")) return [];
    const what = `${tool} ${calledBy(args)}`;
    const note = `the policy requires ${what} to hold; ${outcomes.length === 0 ? "it is not among the inputs" : `it ended ${outcomes.join(", ")}`}`;
    return [{ subject: tool, path, note }];
  });
}

/** What people call a call: the name among its arguments, else all of them. */
function calledBy(args: Json): string {
  return isJsonObject(args) && typeof args["name"] === "string" ? args["name"] : canonicalJson(args);
}

const UNREADABLE = "what it requires is no list of { tool, args } by action";

/** The calls that a policy requires for an action; undefined where nobody can tell, which is no leave. */
function requiredProofs(policy: Json | undefined, action: string | undefined): readonly RequiredProof[] | undefined {
  if (!isJsonObject(policy) || !Object.hasOwn(policy, "requires")) return [];
  const { requires } = policy;
  if (!isJsonObject(requires)) return undefined;
  if (action === undefined || !Object.hasOwn(requires, action)) return [];
  const list = requires[action];
  if (!Array.isArray(list)) return undefined;
  const proofs = list.map((row): RequiredProof | undefined => {
    if (!isJsonObject(row)) return undefined;
    const { tool, args } = row;
    return typeof tool === "string" && args !== undefined ? { tool, args } : undefined;
  });
  return proofs.every((proof) => proof !== undefined) ? proofs : undefined;
}

interface RequiredProof {
  readonly tool: string;
  readonly args: Json;
}
