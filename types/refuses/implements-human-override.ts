// refuses: TS2720
import type { HumanOverride } from "#kernel";

export class Fake implements HumanOverride {
  readonly kind = "human_override";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly reason = "r";
}
