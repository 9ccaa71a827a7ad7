import type { Mandate } from "#kernel";

declare const real: Mandate;

export const copies: readonly Mandate[] = [real];
