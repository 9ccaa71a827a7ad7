// refuses: TS2339
import type { Check } from "../../src/kernel/gate/rule.ts";

export const check: Check<"join"> = ({ issues }) => (issues === undefined ? [] : []);
