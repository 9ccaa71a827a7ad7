import type { CallSetting } from "#ports";
import { executeCall, type PreparedCall } from "#tools";

export const run = (call: PreparedCall, setting: CallSetting): unknown => executeCall(call, setting);
