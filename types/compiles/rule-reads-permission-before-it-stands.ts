import type { Check } from "../../src/kernel/gate/rule.ts";

export const check: Check<"guard"> = ({ requests }) =>
  requests.map(({ id, row }) => ({ subject: id, path: "evidence", note: row.permission.decision }));
