import type { Sha256 } from "../digest/digest.ts";
import type { MutationReady } from "../turn/mutation-ready.ts";
import type { Escalation } from "./escalation.ts";
import type { HumanOverride } from "./human-override.ts";
import type { Mandate } from "./mandate.ts";
import { mayCarry, type Mutation, mutationDigestOf } from "./mutation.ts";
import { spendOnce } from "./spendable.ts";

/** What it takes to change work state: one of four, closed (DESIGN 3, M02). */
export type Permit = MutationReady | Mandate | Escalation | HumanOverride;

/** True exactly once per permit, for the mutation it was minted for, by a kind that may carry the action. A cast of something else is no permit. */
export function spendPermit(permit: Permit, mutation: Mutation, sha256: Sha256): boolean {
  // Spent first, so that a permit tried on another mutation is gone.
  return spendOnce(permit, mutationDigestOf(mutation, sha256) ?? "") && mayCarry(permit.kind, mutation.action);
}
