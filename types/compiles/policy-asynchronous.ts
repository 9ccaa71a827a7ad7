import type { PolicyEngine } from "#ports";

export const engine: PolicyEngine = {
  onModelError: () => ({ kind: "Fail" }),
  onToolError: () => ({ kind: "Fail" }),
};
