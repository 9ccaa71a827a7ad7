import type { HumanOverride } from "#kernel";

declare const real: HumanOverride;

export const kept: HumanOverride = real;
