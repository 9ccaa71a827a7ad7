import type { CallSpec } from "#kernel";

declare const real: CallSpec;

export const copies: readonly CallSpec[] = [real];
