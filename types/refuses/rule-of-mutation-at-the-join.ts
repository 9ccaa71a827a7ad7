// refuses: TS2322
import { capabilityClaimMissing } from "../../src/kernel/gate/rules/full/mutation.ts";
import type { Rule } from "../../src/kernel/gate/rule.ts";

export const rule: Rule<"join"> = { stage: "join", answer: "stop", when: "w", check: capabilityClaimMissing };
