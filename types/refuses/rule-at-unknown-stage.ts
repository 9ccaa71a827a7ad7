// refuses: TS2344
import type { Rule } from "../../src/kernel/gate/rule.ts";

export type StopRule = Rule<"stop">;
