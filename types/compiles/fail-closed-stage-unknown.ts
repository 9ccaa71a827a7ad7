import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

export const table: typeof FAIL_CLOSED = {
  ...FAIL_CLOSED,
  "tool.result_missing": { ...FAIL_CLOSED["tool.result_missing"], stage: "join" },
};
