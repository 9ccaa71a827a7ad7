import { interruptedConsumed } from "../../src/kernel/gate/rules/full/result.ts";
import type { AnyRule } from "../../src/kernel/gate/rule.ts";

export const rule: AnyRule = { stage: "join", answer: "stop", when: "w", check: interruptedConsumed };
