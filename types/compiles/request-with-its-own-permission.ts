import type { GuardDecisions } from "#kernel";

const permission = { decision: "allow", ruleId: "mine" } as const;
export const decisions: GuardDecisions = { permissions: { "tc-1": permission }, guards: [] };
