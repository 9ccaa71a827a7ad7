import type { Sha256 } from "../digest/digest.ts";
import { type MutationReady, spendMutationReady } from "../turn/mutation-ready.ts";
import { type Escalation, spendEscalation } from "./escalation.ts";
import { type HumanOverride, spendOverride } from "./human-override.ts";
import { type Mandate, spendMandate } from "./mandate.ts";
import { mayCarry, type Mutation, mutationDigestOf } from "./mutation.ts";

/** What it takes to change work state: one of four, closed (DESIGN 3, M02). */
export type Permit = MutationReady | Mandate | Escalation | HumanOverride;

/** True exactly once per permit, for the mutation it was minted for, by a kind that may carry the action. */
export function spendPermit(permit: Permit, mutation: Mutation, sha256: Sha256): boolean {
  // Spent first, so that a permit tried on another mutation is gone.
  return spend(permit, mutationDigestOf(mutation, sha256) ?? "") && mayCarry(permit.kind, mutation.action);
}

function spend(permit: Permit, digest: string): boolean {
  switch (permit.kind) {
    case "mutation_ready":
      return spendMutationReady(permit, digest);
    case "mandate":
      return spendMandate(permit, digest);
    case "escalation":
      return spendEscalation(permit, digest);
    case "human_override":
      return spendOverride(permit, digest);
    default:
      // A cast got here; the compiler knows of no fifth kind.
      permit satisfies never;
      return false;
  }
}
