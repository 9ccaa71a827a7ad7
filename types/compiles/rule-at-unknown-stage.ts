import type { Rule } from "../../src/kernel/gate/rule.ts";

export type JoinRule = Rule<"join">;
