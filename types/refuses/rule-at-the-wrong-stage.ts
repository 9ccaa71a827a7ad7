// refuses: TS2322
import { interruptedConsumed } from "../../src/kernel/gate/rules/full/result.ts";
import type { AnyRule } from "../../src/kernel/gate/rule.ts";

export const rule: AnyRule = { stage: "requests", answer: "stop", when: "w", check: interruptedConsumed };
