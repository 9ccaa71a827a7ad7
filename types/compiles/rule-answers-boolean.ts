import type { Check } from "../../src/kernel/gate/rule.ts";

export const check: Check<"join"> = ({ evidence }) =>
  evidence.joinState.joinClosed ? [] : [{ subject: "turn", path: "evidence", note: "the turn is open" }];
