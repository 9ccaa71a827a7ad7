// refuses: TS2741
import { FAIL_CLOSED } from "../../src/kernel/gate/table.ts";

const { "tool.result_orphan": _dropped, ...rest } = FAIL_CLOSED;

export const table: typeof FAIL_CLOSED = rest;
