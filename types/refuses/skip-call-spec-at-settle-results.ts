// refuses: TS2739
// emitted: TS2345
import { type CallSpec, settleResults, type ToolResultDraft, type ToolResults, type Verdict } from "#kernel";

declare const given: CallSpec;
declare const drafts: readonly ToolResultDraft[];

export const next: Verdict<ToolResults> = settleResults(given, drafts);
