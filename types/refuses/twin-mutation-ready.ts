// refuses: TS2322
// emitted: TS2739
import type { MutationReady } from "#kernel";

class Twin {
  #mutationDigest: unknown = undefined;
  #evidenceDigest: unknown = undefined;
  #spent: unknown = undefined;
  readonly kind = "mutation_ready";
  readonly mutationDigest = "m";
  readonly evidenceDigest = "e";
  read(): readonly unknown[] {
    return [this.#mutationDigest, this.#evidenceDigest, this.#spent];
  }
}

export const forged: MutationReady = new Twin();
