// refuses: TS2375
import type { ReferenceRow, Rule } from "../../src/kernel/gate/rule.ts";

declare const rule: Rule<"join">;

export const row: ReferenceRow = { clause: "K07", means: "m", remedy: "r", reference: rule, full: [rule] };
