// refuses: TS2345
import { disposeResults, type ToolUse, type UseDraft, type Verdict } from "#kernel";

declare const given: ToolUse;
declare const draft: UseDraft;

export const next: Verdict<ToolUse> = disposeResults(given, draft);
