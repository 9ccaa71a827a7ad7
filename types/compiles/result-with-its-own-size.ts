import type { ToolResultDraft } from "#kernel";

declare const result: ToolResultDraft;

export const draft: ToolResultDraft = { ...result, payload: "" };
