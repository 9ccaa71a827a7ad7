// refuses: TS2322
import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

const { "tool.caller_not_allowed": _dropped, ...rest } = FAIL_CLOSED;

export const table: typeof FAIL_CLOSED = { ...rest };
