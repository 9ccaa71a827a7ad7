import type { RequestDraft } from "#kernel";

declare const request: RequestDraft["requests"][number];

export const draft: RequestDraft = { requests: [{ ...request, toolName: "read" }], values: [] };
