// refuses: TS2322
import type { PolicyEngine } from "#ports";

export const engine: PolicyEngine = {
  onModelError: async () => ({ kind: "Fail" }),
  onToolError: () => ({ kind: "Fail" }),
};
