import type { AnyRule } from "../../src/kernel/gate/rule.ts";

export const rule: AnyRule = { stage: "join", answer: "stop", when: "never", check: () => [] };
