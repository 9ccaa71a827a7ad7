// refuses: TS2322
import type { PolicyEngine } from "#ports";

export const engine: PolicyEngine = { onModelError: () => ({ kind: "GiveUp" }), onToolError: () => ({ kind: "Fail" }) };
