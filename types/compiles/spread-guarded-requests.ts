import type { GuardedRequests } from "#kernel";

declare const real: GuardedRequests;

export const copies: readonly GuardedRequests[] = [real];
