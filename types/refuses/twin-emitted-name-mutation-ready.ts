// refuses: TS2739
// emitted: TS2322
import type { MutationReady } from "#kernel";

class Twin {
  #private: unknown = undefined;
  readonly kind = "mutation_ready";
  readonly mutationDigest = "m";
  readonly evidenceDigest = "e";
  read(): unknown {
    return this.#private;
  }
}

export const forged: MutationReady = new Twin();
