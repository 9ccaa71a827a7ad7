import { capabilityClaimMissing } from "../../src/kernel/gate/rules/full/mutation.ts";
import type { Rule } from "../../src/kernel/gate/rule.ts";

export const rule: Rule<"mutation"> = { stage: "mutation", answer: "stop", when: "w", check: capabilityClaimMissing };
