// refuses: TS2345
import { type Mutation, type Sha256, spendPermit, type ToolRequests } from "#kernel";

declare const given: ToolRequests;
declare const mutation: Mutation;
declare const sha256: Sha256;

export const next: boolean = spendPermit(given, mutation, sha256);
