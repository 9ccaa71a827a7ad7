import type { MutationInput } from "../evidence/mutation-input.ts";
import type { TurnFacts } from "./facts.ts";

/** The evidence of stage M: an accepted turn, and the one mutation it asks for. */
export interface MutationFacts extends TurnFacts {
  readonly mutation: MutationInput;
  /** The digest of the turn's evidence, computed here. */
  readonly evidenceDigest: string;
  /** What the intended action requires, from the table of mutations: of each list at least one claim. */
  readonly requiredClaims: readonly (readonly [string, ...string[]])[];
}
