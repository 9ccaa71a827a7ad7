import { NotJsonError } from "../digest/canonical.ts";
import { digestJson, type Sha256 } from "../digest/digest.ts";
import { MUTATION_INPUT, type MutationInput } from "../evidence/mutation-input.ts";
import { judgeMutation } from "../gate/mutation-check.ts";
import { refuse, type Verdict, verdictOf, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { findMisfit } from "../schema/misfit.ts";
import { mayCarry, type Mutation, mutationDigest } from "../permit/mutation.ts";
import type { TurnFacts } from "../gate/facts.ts";
import { refusingNotJson } from "./draft.ts";
import { type JoinClosed, joinFacts } from "./join-closed.ts";
import { plainJson } from "../json/plain.ts";
import { MINT, Spendable } from "../permit/spendable.ts";

/** What has to be shown for one mutation. A forgotten proof does not compile. */
export interface MutationProofs extends Omit<MutationInput, "intentDigest" | "join"> {
  readonly mutation: Mutation;
  /** Where the witness of this join is stored. */
  readonly witnessRef: string;
}

/** A permit for one mutation. Minted by {@link admitMutation}, consumed by `spendPermit`. */
class MutationReady extends Spendable {
  // The private name makes the type nominal: no literal, spread or look-alike fits.
  readonly #evidenceDigest: string;
  readonly kind = "mutation_ready";
  constructor(mutation: string, evidence: string, mint: symbol) {
    super(mutation, mint);
    this.#evidenceDigest = evidence;
    Object.freeze(this);
  }
  /** The evidence that earned it. */
  get evidenceDigest(): string {
    return this.#evidenceDigest;
  }
  static {
    // Neither its methods nor what it is made by can be swapped.
    Object.freeze(this.prototype);
    Object.freeze(this);
  }
}
export type { MutationReady };

/** Admits one mutation on a closed join: every rule of stage M holds, or every violation (K08). */
export function admitMutation(join: JoinClosed, proofs: MutationProofs, sha256: Sha256): Verdict<MutationReady> {
  const facts = joinFacts(join);
  return refusingNotJson("proofs", () => judgeProofs(join, facts, proofs, sha256));
}

function judgeProofs(
  join: JoinClosed,
  facts: TurnFacts,
  proofs: MutationProofs,
  sha256: Sha256,
): Verdict<MutationReady> {
  const { mutation, witnessRef, ...shown } = frozenCopy(proofs);
  const { intent } = facts.tusk;
  const mismatch = mutationProblem(mutation, intent, join.evidenceDigest);
  if (mismatch !== undefined) return refuse([mismatch]);
  try {
    const input: MutationInput = {
      ...shown,
      intentDigest: digestJson(sha256, intent === undefined ? null : plainJson(intent)),
      join: { evidenceDigest: join.evidenceDigest, witnessRef },
    };
    const misfit = findMisfit(plainJson(input), MUTATION_INPUT.node, "proofs");
    if (misfit !== undefined) return refuse([malformed(misfit.path, misfit.problem)]);
    const digest = mutationDigest(mutation, sha256);
    // Where a zero-retention mode withheld the arguments, the intent names them by digest.
    const intended = intent === undefined ? undefined : facts.values.resolve(intent.args);
    const same =
      intended !== undefined && mutationDigest({ action: mutation.action, args: intended }, sha256) === digest;
    if (!same) return refuse([notIntended(join.evidenceDigest, "the arguments are not the ones the turn intends")]);
    const checks = judgeMutation(facts, input, join.evidenceDigest);
    return verdictOf(checks, () => new MutationReady(digest, join.evidenceDigest, MINT));
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return refuse([notIntended(join.evidenceDigest, stop.message)]);
  }
}

function mutationProblem(
  { action }: Mutation,
  intent: { readonly action: string } | undefined,
  evidence: string,
): Violation | undefined {
  if (!mayCarry("mutation_ready", action)) {
    const note = `${action} is not an agent's to do with this permit`;
    return {
      class: "mutation.capability_claim_missing",
      answer: "stop",
      subject: action,
      path: "mutation.action",
      note,
    };
  }
  return intent === undefined || intent.action === action
    ? undefined
    : notIntended(evidence, `the turn intends ${intent.action}, not ${action}`);
}

function malformed(path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject: path, path, note };
}

function notIntended(subject: string, note: string): Violation {
  return { class: "mutation.use_evidence_missing", answer: "stop", subject, path: "evidence.tusk.intent", note };
}
