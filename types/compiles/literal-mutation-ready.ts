import type { MutationReady } from "#kernel";

declare const real: MutationReady;

export const kept: MutationReady = real;
