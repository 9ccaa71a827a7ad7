import { disposeResults, type ToolResults, type ToolUse, type UseDraft, type Verdict } from "#kernel";

declare const given: ToolResults;
declare const draft: UseDraft;

export const next: Verdict<ToolUse> = disposeResults(given, draft);
