// refuses: TS2345
import { disposeResults, type ToolRequests, type ToolUse, type UseDraft, type Verdict } from "#kernel";

declare const given: ToolRequests;
declare const draft: UseDraft;

export const next: Verdict<ToolUse> = disposeResults(given, draft);
