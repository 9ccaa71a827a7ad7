import { asciiLower, present } from "../../../evidence/text.ts";
import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** The turn was decomposed in another way than the policy expects. */
export function decompositionPolicyViolation({ input, evidence }: Wire): readonly Finding[] {
  const expected = input.decompositionConstraints;
  const { callId: subject, executionPattern, decompositionPolicyDigest } = evidence.callSpec;
  const findings: Finding[] = [];
  if (expected?.admissible === false) {
    findings.push({
      subject,
      path: "decompositionConstraints.admissible",
      note: "the decomposition was declared not admissible",
    });
  }
  const pattern = present(expected?.expectedExecutionPattern);
  if (pattern !== undefined && asciiLower(pattern) !== executionPattern) {
    const note = `execution pattern is ${executionPattern}, expected ${asciiLower(pattern)}`;
    findings.push({ subject, path: "evidence.callSpec.executionPattern", note });
  }
  const policy = present(expected?.expectedPolicyDigest);
  if (policy !== undefined && policy !== decompositionPolicyDigest) {
    const note = `decomposition policy is ${decompositionPolicyDigest}, expected ${policy}`;
    findings.push({ subject, path: "evidence.callSpec.decompositionPolicyDigest", note });
  }
  return findings;
}

export function noDecompositionConstraints({ input }: Wire): string | undefined {
  return input.decompositionConstraints ? undefined : "decompositionConstraints is absent";
}
