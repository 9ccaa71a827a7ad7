// refuses: TS2322
// emitted: TS2739
import type { Escalation } from "#kernel";

class Twin {
  #mutationDigest: unknown = undefined;
  #retryPolicyDigest: unknown = undefined;
  #refusalWitnessRef: unknown = undefined;
  #spent: unknown = undefined;
  readonly kind = "escalation";
  readonly mutationDigest = "m";
  readonly retryPolicyDigest = "p";
  readonly refusalWitnessRef = "w";
  read(): readonly unknown[] {
    return [this.#mutationDigest, this.#retryPolicyDigest, this.#refusalWitnessRef, this.#spent];
  }
}

export const forged: Escalation = new Twin();
