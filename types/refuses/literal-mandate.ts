// refuses: TS2739
import type { Mandate } from "#kernel";

declare const real: Mandate;

export const forged: Mandate = { kind: real.kind, mutationDigest: real.mutationDigest, actor: real.actor, run: real.run, source: real.source };
