// refuses: TS2322
import type { Permit } from "#kernel";
import type { IssueStore } from "#ports";

declare const store: IssueStore;
declare const permit: Permit;

export const applied = store.mutate({ action: "policy.promote", args: {} }, permit);
