import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

const { "tool.caller_not_allowed": caller, ...rest } = FAIL_CLOSED;

export const table: typeof FAIL_CLOSED = { ...rest, "tool.caller_not_allowed": caller };
