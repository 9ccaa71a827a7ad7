import type { MutationReady } from "#kernel";

declare const real: MutationReady;

export const copies: readonly MutationReady[] = [real];
