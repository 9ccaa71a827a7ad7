// refuses: TS2739
import type { HumanOverride } from "#kernel";

declare const real: HumanOverride;

export const forged: HumanOverride = { kind: real.kind, mutationDigest: real.mutationDigest, actor: real.actor, reason: real.reason };
