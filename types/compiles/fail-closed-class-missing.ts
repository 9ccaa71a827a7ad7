import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

const { "tool.result_orphan": orphan, ...rest } = FAIL_CLOSED;

export const table: typeof FAIL_CLOSED = { "tool.result_orphan": orphan, ...rest };
