import type { Rule } from "../../src/kernel/gate/rule.ts";
import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

declare const rule: Rule<"wire">;

export const table: typeof FAIL_CLOSED = {
  ...FAIL_CLOSED,
  "tool.result_missing": { clause: "K07", means: "m", remedy: "r", reference: rule, full: [rule] },
};
