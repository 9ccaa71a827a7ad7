// refuses: TS2720
import type { MutationReady } from "#kernel";

export class Fake implements MutationReady {
  readonly kind = "mutation_ready";
  readonly mutationDigest = "m";
  readonly evidenceDigest = "e";
}
