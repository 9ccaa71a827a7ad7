// refuses: TS2741
import type { GuardedRequests } from "#kernel";

declare const real: GuardedRequests;

export const forged: GuardedRequests = { callIds: real.callIds };
