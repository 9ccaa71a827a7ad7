import { type Mutation, type MutationReady, type Sha256, spendPermit } from "#kernel";

declare const given: MutationReady;
declare const mutation: Mutation;
declare const sha256: Sha256;

export const next: boolean = spendPermit(given, mutation, sha256);
