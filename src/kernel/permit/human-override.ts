import type { Sha256 } from "../digest/digest.ts";
import type { Minting } from "./minting.ts";
import { mayCarry, type Mutation, mutationDigestOf, NOT_JSON } from "./mutation.ts";
import { MINT, Spendable } from "./spendable.ts";

/** A person's word: who, and why. */
export interface OverrideGrant {
  readonly actor: string;
  readonly reason: string;
  /** Whether the person said so on purpose; inside an agent's run nothing else counts (DESIGN 3). */
  readonly explicit: boolean;
  readonly insideAgentRun: boolean;
  readonly mutation: Mutation;
}

/** A person's permit for one mutation, with name and reason. Minted by {@link mintOverride} only. */
class HumanOverride extends Spendable {
  readonly #actor: string;
  readonly #reason: string;
  readonly kind = "human_override";
  constructor(mutation: string, { actor, reason }: OverrideGrant, mint: symbol) {
    super(mutation, mint);
    this.#actor = actor;
    this.#reason = reason;
    Object.freeze(this);
  }
  get actor(): string {
    return this.#actor;
  }
  get reason(): string {
    return this.#reason;
  }
  static {
    // Neither its methods nor what it is made by can be swapped.
    Object.freeze(this.prototype);
    Object.freeze(this);
  }
}
export type { HumanOverride };

/** Mints a person's override, or says why not: nobody overrides without a name, a reason, or by accident inside a run. */
export function mintOverride(grant: OverrideGrant, sha256: Sha256): Minting<HumanOverride> {
  const { actor, reason, explicit, insideAgentRun, mutation } = grant;
  if (actor.trim() === "") return { ok: false, reason: "an override names its actor" };
  if (reason.trim() === "") return { ok: false, reason: "an override names its reason" };
  if (insideAgentRun && !explicit) return { ok: false, reason: "inside an agent's run an override must be explicit" };
  if (!mayCarry("human_override", mutation.action)) return { ok: false, reason: `${mutation.action} is no mutation` };
  const digest = mutationDigestOf(mutation, sha256);
  if (digest === undefined) return { ok: false, reason: NOT_JSON };
  return { ok: true, permit: new HumanOverride(digest, grant, MINT) };
}
