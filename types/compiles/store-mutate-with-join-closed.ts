import type { IssueMutation, JoinClosed, Permit } from "#kernel";
import type { IssueStore } from "#ports";

declare const store: IssueStore;
declare const mutation: IssueMutation;
declare const permit: Permit;
declare const join: JoinClosed;

export const applied = [store.mutate(mutation, permit), join];
