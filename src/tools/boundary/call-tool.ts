import type { CallSetting, Settlement, ToolCall, ToolSet } from "#ports";
import { executeCall } from "./execute-call.ts";
import { finalizeCall, refuseCall } from "./finalize-call.ts";
import { prepareCall } from "./prepare-call.ts";

/** One call from the model's text to its settlement: prepared, run, checked. Rejects only with `ToolDispatchError` (DESIGN 18). */
export async function callTool(set: ToolSet, call: ToolCall, setting: CallSetting): Promise<Settlement> {
  const preparing = await prepareCall(set, call, setting.signal);
  if (!preparing.ok) return refuseCall(call, preparing.failure, setting);
  return finalizeCall(preparing.call, await executeCall(preparing.call, setting), setting);
}
