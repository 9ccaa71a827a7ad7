// refuses: TS2739
import type { Escalation } from "#kernel";

declare const real: Escalation;

export const forged: Escalation = { kind: real.kind, mutationDigest: real.mutationDigest, retryPolicyDigest: real.retryPolicyDigest, refusalWitnessRef: real.refusalWitnessRef };
