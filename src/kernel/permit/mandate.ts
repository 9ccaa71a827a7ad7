import type { Sha256 } from "../digest/digest.ts";
import type { Minting } from "./minting.ts";
import { mayCarry, type Mutation, mutationDigestOf, NOT_JSON } from "./mutation.ts";
import { MINT, Spendable } from "./spendable.ts";

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

/** A permit to claim, renew, release or add: what a worker must do before any turn exists. Minted by {@link mintMandate} only. */
class Mandate extends Spendable {
  readonly #grant: Omit<MandateGrant, "mutation">;
  readonly kind = "mandate";
  constructor(mutation: string, { actor, run, source }: MandateGrant, mint: symbol) {
    super(mutation, mint);
    this.#grant = Object.freeze({ actor, run, source: Object.freeze({ ...source }) });
    Object.freeze(this);
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
    // Neither its methods nor what it is made by can be swapped.
    Object.freeze(this.prototype);
    Object.freeze(this);
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
