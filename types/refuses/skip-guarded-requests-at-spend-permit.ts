// refuses: TS2345
import { type GuardedRequests, type Mutation, type Sha256, spendPermit } from "#kernel";

declare const given: GuardedRequests;
declare const mutation: Mutation;
declare const sha256: Sha256;

export const next: boolean = spendPermit(given, mutation, sha256);
