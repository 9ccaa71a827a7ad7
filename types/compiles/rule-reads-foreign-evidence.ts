import type { Check } from "../../src/kernel/gate/rule.ts";

export const check: Check<"join"> = ({ evidence }) => (evidence.handoff === undefined ? [] : []);
