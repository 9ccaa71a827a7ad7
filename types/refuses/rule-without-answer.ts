// refuses: TS2741
import type { Rule } from "../../src/kernel/gate/rule.ts";

export const rule: Rule<"join"> = { stage: "join", when: "never", check: () => [] };
