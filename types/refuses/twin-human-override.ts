// refuses: TS2322
// emitted: TS2739
import type { HumanOverride } from "#kernel";

class Twin {
  #mutationDigest: unknown = undefined;
  #actor: unknown = undefined;
  #reason: unknown = undefined;
  #spent: unknown = undefined;
  readonly kind = "human_override";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly reason = "r";
  read(): readonly unknown[] {
    return [this.#mutationDigest, this.#actor, this.#reason, this.#spent];
  }
}

export const forged: HumanOverride = new Twin();
