// refuses: TS2739
import type { CallSetting, ToolCall } from "#ports";
import { executeCall } from "#tools";

export const skipped = (call: ToolCall, setting: CallSetting): unknown => executeCall(call, setting);
