import type { IssueMutation, Permit } from "#kernel";
import type { IssueStore } from "#ports";

declare const store: IssueStore;
declare const mutation: IssueMutation;
declare const permit: Permit;

export const applied = store.mutate(mutation, permit);
