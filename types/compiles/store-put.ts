import type { Issue } from "#kernel";
import type { IssueStore } from "#ports";

declare const store: IssueStore;
declare const issue: Issue;

export const read = [store.get(issue.id), issue];
