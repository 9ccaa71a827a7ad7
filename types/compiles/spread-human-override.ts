import type { HumanOverride } from "#kernel";

declare const real: HumanOverride;

export const copies: readonly HumanOverride[] = [real];
