import type { Rule } from "../../src/kernel/gate/rule.ts";

export const rule: Rule<"join"> = { stage: "join", answer: "stop", when: "never", check: () => [] };
