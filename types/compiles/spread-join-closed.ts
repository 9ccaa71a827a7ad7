import type { JoinClosed } from "#kernel";

declare const real: JoinClosed;

export const copies: readonly JoinClosed[] = [real];
