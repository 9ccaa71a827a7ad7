// refuses: TS2322
import type { AnyRule } from "../../src/kernel/gate/rule.ts";

export const rule: AnyRule = { stage: "stop", answer: "stop", when: "never", check: () => [] };
