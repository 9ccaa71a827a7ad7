import type { Sha256 } from "../digest/digest.ts";
import { InvariantError } from "../gate/verdict.ts";
import type { Minting } from "./minting.ts";
import { mayCarry, type Mutation, mutationDigestOf, NOT_JSON } from "./mutation.ts";

/** Who gives a mandate: a person's command, or an instruction whose witness was accepted. */
export type MandateSource =
  | { readonly kind: "command"; readonly commandLine: string }
  | { readonly kind: "instruction"; readonly witnessRef: string };

/** What a mandate names. */
export interface MandateGrant {
  readonly actor: string;
  readonly run: string;
  readonly source: MandateSource;
  readonly mutation: Mutation;
}

const MINT = Symbol("Mandate");
let spend: (mandate: Mandate, mutation: string) => boolean;

/** A permit to claim, renew, release or add: what a worker must do before any turn exists. Minted by {@link mintMandate} only. */
class Mandate {
  readonly #mutationDigest: string;
  readonly #grant: Omit<MandateGrant, "mutation">;
  #spent = false;
  readonly kind = "mandate";
  constructor(mutation: string, { actor, run, source }: MandateGrant, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a Mandate is minted by mintMandate only");
    this.#mutationDigest = mutation;
    this.#grant = Object.freeze({ actor, run, source: Object.freeze({ ...source }) });
    Object.freeze(this);
  }
  get mutationDigest(): string {
    return this.#mutationDigest;
  }
  get actor(): string {
    return this.#grant.actor;
  }
  get run(): string {
    return this.#grant.run;
  }
  get source(): MandateSource {
    return this.#grant.source;
  }
  static {
    // Types stop mistakes, this stops casts. Private names are syntax: no patched built-in and no Proxy answers for them.
    spend = (mandate, mutation) => {
      if (!(#spent in mandate) || mandate.#spent) return false;
      mandate.#spent = true;
      return mandate.#mutationDigest === mutation;
    };
    Object.freeze(this.prototype);
  }
}
export type { Mandate };

/** Mints a mandate for one action of a named actor in a named run, or says why not. */
export function mintMandate(grant: MandateGrant, sha256: Sha256): Minting<Mandate> {
  const { actor, run, source, mutation } = grant;
  if (actor.trim() === "") return { ok: false, reason: "a mandate names its actor" };
  if (run.trim() === "") return { ok: false, reason: "a mandate names its run" };
  if (originOf(source).trim() === "") return { ok: false, reason: `a mandate names its ${source.kind}` };
  if (!mayCarry("mandate", mutation.action))
    return { ok: false, reason: `a mandate does not carry ${mutation.action}` };
  const digest = mutationDigestOf(mutation, sha256);
  if (digest === undefined) return { ok: false, reason: NOT_JSON };
  return { ok: true, permit: new Mandate(digest, grant, MINT) };
}

/** True exactly once per permit, and only for the mutation it was minted for. */
export function spendMandate(mandate: Mandate, mutation: string): boolean {
  return spend(mandate, mutation);
}

/** What a mandate comes from; a cast of another kind of source names nothing. */
function originOf(source: MandateSource): string {
  switch (source.kind) {
    case "command":
      return source.commandLine;
    case "instruction":
      return source.witnessRef;
    default:
      source satisfies never;
      return "";
  }
}
