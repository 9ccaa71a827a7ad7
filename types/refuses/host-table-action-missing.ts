// refuses: TS2741
import { HOST_ACTIONS } from "../../src/host/table.ts";

const { "harness.join_check": _joinCheck, ...others } = HOST_ACTIONS;

export const table: typeof HOST_ACTIONS = { ...others };
