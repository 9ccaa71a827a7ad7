import type { JoinClosed } from "#kernel";

declare const real: JoinClosed;

export const kept: JoinClosed = real;
