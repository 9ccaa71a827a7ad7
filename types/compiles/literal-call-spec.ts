import type { CallSpec } from "#kernel";

declare const real: CallSpec;

export const kept: CallSpec = real;
