// refuses: TS2739
import type { MutationReady } from "#kernel";

declare const real: MutationReady;

export const forged: MutationReady = { kind: real.kind, mutationDigest: real.mutationDigest, evidenceDigest: real.evidenceDigest };
