import { toolFailure } from "#kernel";
import type { CallSetting, PermissionVerdict, Settlement, ToolCall, ToolSet } from "#ports";
import { executeCall, type Execution, NO_RECORD } from "./execute-call.ts";
import { finalizeCall, refuseCall } from "./finalize-call.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";

/**
 * One call from the model's text to its settlement: prepared, permitted, run, checked. Rejects only with `ToolDispatchError`
 * (DESIGN 18), or where an approval could not be kept.
 */
export async function callTool(set: ToolSet, call: ToolCall, setting: CallSetting): Promise<Settlement> {
  const preparing = await prepareCall(set, call, setting.signal);
  if (!preparing.ok) return refuseCall(call, preparing.failure, setting);
  const { call: prepared } = preparing;
  if (setting.permissions === undefined) return finalizeCall(prepared, await executeCall(prepared, setting), setting);
  const permission = await setting.permissions.judge(wishOf(prepared), setting.signal);
  const execution = permission.permitted ? await executeCall(prepared, setting) : withheld(prepared, permission);
  return { ...(await finalizeCall(prepared, execution, setting)), permission };
}

/** What is judged is what is sealed: nothing can be exchanged between the answer and the run. */
function wishOf({ toolCallId, tool, args }: PreparedCall): {
  toolCallId: string;
  tool: string;
  args: PreparedCall["args"];
} {
  return { toolCallId, tool: tool.name, args };
}

/** What became of the question, as the model is told. */
const NOT_PERMITTED: Readonly<Record<string, string>> = {
  deny: "the rules of this session deny it",
  refused: "a person was asked and refused",
  expired: "it needs a person's approval and none was given",
};

function withheld({ tool }: PreparedCall, { evidence, why }: PermissionVerdict): Execution {
  const { decision, ruleId } = evidence;
  const text = `${tool.name} was not run: ${NOT_PERMITTED[decision] ?? decision} (${ruleId}: ${why})`;
  return { kind: "failed", executed: false, failure: toolFailure("Denied", text), record: NO_RECORD };
}
