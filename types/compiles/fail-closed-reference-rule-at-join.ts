import type { ReferenceRow, Rule } from "../../src/kernel/gate/rule.ts";

declare const rule: Rule<"wire">;

export const row: ReferenceRow = { clause: "K07", means: "m", remedy: "r", reference: rule, full: [rule] };
