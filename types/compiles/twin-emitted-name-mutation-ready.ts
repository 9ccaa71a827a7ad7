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

export const face: Pick<MutationReady, "kind" | "mutationDigest" | "evidenceDigest"> = new Twin();
