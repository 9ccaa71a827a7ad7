// refuses: TS2345
import { type Mutation, type Sha256, spendPermit, type ToolUse } from "#kernel";

declare const given: ToolUse;
declare const mutation: Mutation;
declare const sha256: Sha256;

export const next: boolean = spendPermit(given, mutation, sha256);
