import type { PreparedCall } from "#tools";

declare const real: PreparedCall;

export const kept: PreparedCall = real;
