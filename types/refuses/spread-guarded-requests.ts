// refuses: TS2739
import type { GuardedRequests } from "#kernel";

declare const real: GuardedRequests;

export const copy: GuardedRequests = { ...real };
