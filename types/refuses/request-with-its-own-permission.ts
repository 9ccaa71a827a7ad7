// refuses: TS2353
import type { RequestDraft } from "#kernel";

declare const request: RequestDraft["requests"][number];

const permission = { decision: "allow", ruleId: "mine" } as const;
export const draft: RequestDraft = { requests: [{ ...request, permission }], values: [] };
