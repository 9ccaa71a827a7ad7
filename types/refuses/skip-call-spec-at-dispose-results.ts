// refuses: TS2739
// emitted: TS2345
import { type CallSpec, disposeResults, type ToolUse, type UseDraft, type Verdict } from "#kernel";

declare const given: CallSpec;
declare const draft: UseDraft;

export const next: Verdict<ToolUse> = disposeResults(given, draft);
