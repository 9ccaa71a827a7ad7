import { InvariantError } from "../gate/verdict.ts";

/** Held by the four files that mint permits; the library's face does not show it. */
export const MINT: unique symbol = Symbol("permit");

let spend: (permit: object, mutation: string) => boolean;

/** What the four permits have in common: each is for one mutation, and is spent once. Constructed by their doors only. */
export class Spendable {
  readonly #mutationDigest: string;
  #spent = false;
  constructor(mutation: string, mint: symbol) {
    // Reached through a permit's prototype, it makes nothing.
    if (mint !== MINT) throw new InvariantError("a permit is minted by its door only");
    this.#mutationDigest = mutation;
  }
  get mutationDigest(): string {
    return this.#mutationDigest;
  }
  static {
    // Types stop mistakes, this stops casts. Private names are syntax: no patched built-in and no Proxy answers for them.
    spend = (permit, mutation) => {
      if (!(#spent in permit) || permit.#spent) return false;
      permit.#spent = true;
      return permit.#mutationDigest === mutation;
    };
    Object.freeze(this.prototype);
    Object.freeze(this);
  }
}

/** True exactly once per permit, and only for the mutation it was minted for. */
export function spendOnce(permit: object | null | undefined, mutation: string): boolean {
  // `in` throws on what is no object, and untyped code may give anything.
  return typeof permit === "object" && permit !== null && spend(permit, mutation);
}
