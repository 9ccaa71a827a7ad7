// refuses: TS2345
import { settleResults, type ToolResultDraft, type ToolResults, type Verdict } from "#kernel";

declare const given: ToolResults;
declare const drafts: readonly ToolResultDraft[];

export const next: Verdict<ToolResults> = settleResults(given, drafts);
