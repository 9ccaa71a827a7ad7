import type { MutationReady } from "#kernel";

export class Fake implements Pick<MutationReady, "kind" | "mutationDigest" | "evidenceDigest"> {
  readonly kind = "mutation_ready";
  readonly mutationDigest = "m";
  readonly evidenceDigest = "e";
}
