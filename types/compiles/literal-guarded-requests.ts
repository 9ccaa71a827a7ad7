import type { GuardedRequests } from "#kernel";

declare const real: GuardedRequests;

export const kept: GuardedRequests = real;
