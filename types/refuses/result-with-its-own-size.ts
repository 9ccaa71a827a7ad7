// refuses: TS2353
import type { ToolResultDraft } from "#kernel";

declare const result: ToolResultDraft;

export const draft: ToolResultDraft = { ...result, payloadBytes: 0 };
