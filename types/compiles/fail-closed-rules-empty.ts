import type { ClassRow, Rule } from "../../src/kernel/gate/rule.ts";

declare const rule: Rule<"join">;

export const row: ClassRow = { clause: "K07", means: "m", remedy: "r", full: [rule] };
