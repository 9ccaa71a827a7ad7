import type { PreparedCall } from "#tools";

declare const real: PreparedCall;

export const copies: readonly PreparedCall[] = [real];
