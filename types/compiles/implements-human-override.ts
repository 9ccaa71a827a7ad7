import type { HumanOverride } from "#kernel";

export class Fake implements Pick<HumanOverride, "kind" | "mutationDigest" | "actor" | "reason"> {
  readonly kind = "human_override";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly reason = "r";
}
