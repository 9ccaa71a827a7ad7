import type { Mandate } from "#kernel";

declare const real: Mandate;

export const kept: Mandate = real;
