// refuses: TS2339
import type { Issue } from "#kernel";
import type { IssueStore } from "#ports";

declare const store: IssueStore;
declare const issue: Issue;

export const written = store.put(issue);
