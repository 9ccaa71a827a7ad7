import type { Escalation } from "#kernel";

export class Fake implements Pick<Escalation, "kind" | "mutationDigest" | "retryPolicyDigest" | "refusalWitnessRef"> {
  readonly kind = "escalation";
  readonly mutationDigest = "m";
  readonly retryPolicyDigest = "p";
  readonly refusalWitnessRef = "w";
}
