import { parseDigest, type Sha256 } from "../digest/digest.ts";
import { isRefusal, type Refusal } from "../gate/verdict.ts";
import type { Minting } from "./minting.ts";
import { mayCarry, type Mutation, mutationDigestOf, NOT_JSON } from "./mutation.ts";
import { MINT, Spendable } from "./spendable.ts";

/** What an escalation rests on: a real refusal, its stored witness, and the retry policy that says what follows. */
export interface EscalationGrant {
  readonly refusal: Refusal;
  readonly refusalWitnessRef: string;
  readonly retryPolicyDigest: string;
  readonly mutation: Mutation;
}

/** A permit to discover an issue or mark one blocked after a refusal; it can never close one. Minted by {@link mintEscalation} only. */
class Escalation extends Spendable {
  readonly #retryPolicyDigest: string;
  readonly #refusalWitnessRef: string;
  readonly kind = "escalation";
  constructor(mutation: string, { retryPolicyDigest, refusalWitnessRef }: EscalationGrant, mint: symbol) {
    super(mutation, mint);
    this.#retryPolicyDigest = retryPolicyDigest;
    this.#refusalWitnessRef = refusalWitnessRef;
    Object.freeze(this);
  }
  get retryPolicyDigest(): string {
    return this.#retryPolicyDigest;
  }
  get refusalWitnessRef(): string {
    return this.#refusalWitnessRef;
  }
  static {
    // Neither its methods nor what it is made by can be swapped.
    Object.freeze(this.prototype);
    Object.freeze(this);
  }
}
export type { Escalation };

/** Mints an escalation for what may follow a refusal, or says why not. */
export function mintEscalation(grant: EscalationGrant, sha256: Sha256): Minting<Escalation> {
  const { refusal, refusalWitnessRef, retryPolicyDigest, mutation } = grant;
  if (!isRefusal(refusal)) return { ok: false, reason: "an escalation follows a refusal, and this is none" };
  if (refusalWitnessRef.trim() === "") return { ok: false, reason: "an escalation names the witness of the refusal" };
  if (parseDigest(retryPolicyDigest) === undefined && !/^pol1_[0-9a-f]{64}$/.test(retryPolicyDigest))
    return { ok: false, reason: "an escalation is bound to the digest of the retry policy" };
  if (!mayCarry("escalation", mutation.action))
    return { ok: false, reason: `an escalation does not carry ${mutation.action}` };
  const digest = mutationDigestOf(mutation, sha256);
  if (digest === undefined) return { ok: false, reason: NOT_JSON };
  return { ok: true, permit: new Escalation(digest, grant, MINT) };
}
