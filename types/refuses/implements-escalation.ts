// refuses: TS2720
import type { Escalation } from "#kernel";

export class Fake implements Escalation {
  readonly kind = "escalation";
  readonly mutationDigest = "m";
  readonly retryPolicyDigest = "p";
  readonly refusalWitnessRef = "w";
}
