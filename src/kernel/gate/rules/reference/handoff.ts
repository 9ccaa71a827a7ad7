import { normalizeRefs } from "../../../evidence/fields.ts";
import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** A transfer lacks an artifact that the contract requires. */
export function requiredArtifactMissing({ input, evidence }: Wire): readonly Finding[] {
  const given = new Set(evidence.handoff?.requiredArtifactRefs);
  const required = normalizeRefs(input.handoffConstraints?.requiredArtifactRefs) ?? [];
  return required.flatMap((ref) => {
    if (given.has(ref)) return [];
    return [{ subject: ref, path: "evidence.handoff.requiredArtifactRefs", note: `the handoff does not carry ${ref}` }];
  });
}

/** A transfer goes where the contract does not allow, or to nobody. */
export function targetNotAllowed({ input, evidence }: Wire): readonly Finding[] {
  const allowed = normalizeRefs(input.handoffConstraints?.allowedTargets);
  const target = evidence.handoff?.target;
  if (allowed === undefined || (target !== undefined && allowed.includes(target))) return [];
  const note = `${target === undefined ? "there is no handoff" : `${target} is no allowed target`}; allowed: ${allowed.join(", ")}`;
  return [{ subject: target ?? evidence.callSpec.callId, path: "evidence.handoff.target", note }];
}

/** A transfer cannot come back. */
export function returnPathMissing({ input, evidence }: Wire): readonly Finding[] {
  if (input.handoffConstraints?.requireReturnPath !== true || evidence.handoff?.returnPathRef !== undefined) return [];
  const subject = evidence.handoff?.target ?? evidence.callSpec.callId;
  return [{ subject, path: "evidence.handoff.returnPathRef", note: "the handoff names no return path" }];
}

export function noRequiredArtifacts({ input }: Wire): string | undefined {
  const required = normalizeRefs(input.handoffConstraints?.requiredArtifactRefs);
  return required === undefined ? "handoffConstraints.requiredArtifactRefs is absent or empty" : undefined;
}

export function noAllowedTargets({ input }: Wire): string | undefined {
  const allowed = normalizeRefs(input.handoffConstraints?.allowedTargets);
  return allowed === undefined ? "handoffConstraints.allowedTargets is absent or empty" : undefined;
}

export function noReturnPathRequired({ input }: Wire): string | undefined {
  return input.handoffConstraints?.requireReturnPath === true
    ? undefined
    : "handoffConstraints.requireReturnPath is not set";
}
