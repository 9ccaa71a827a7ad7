// refuses: TS2345
import { disposeResults, type GuardedRequests, type ToolUse, type UseDraft, type Verdict } from "#kernel";

declare const given: GuardedRequests;
declare const draft: UseDraft;

export const next: Verdict<ToolUse> = disposeResults(given, draft);
