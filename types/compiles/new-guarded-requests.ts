import { type GuardedRequests } from "#kernel";

export const none: GuardedRequests | undefined = undefined;
