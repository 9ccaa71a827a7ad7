import type { Idle } from "#runtime";

declare const real: Idle;

export const kept: Idle = real;
