import { type GuardedRequests, settleResults, type ToolResultDraft, type ToolResults, type Verdict } from "#kernel";

declare const given: GuardedRequests;
declare const drafts: readonly ToolResultDraft[];

export const next: Verdict<ToolResults> = settleResults(given, drafts);
