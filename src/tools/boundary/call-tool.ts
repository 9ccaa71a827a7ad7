import { canonicalJson, isJsonObject, type Json, type JsonObject, NotJsonError, toolFailure } from "#kernel";
import type { CallSetting, PermissionVerdict, PermissionWish, Settlement, ToolCall, ToolSet } from "#ports";
import { executeCall, type Execution, NO_RECORD } from "./execute-call.ts";
import { finalizeCall, refuseCall } from "./finalize-call.ts";
import { ownCopy } from "./own-copy.ts";
import { prepareCall } from "./prepare-call.ts";
import { openCall, type PreparedCall } from "./prepared-call.ts";

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

/** What is judged is what runs: where the schema made something else of the arguments, that; nothing can be exchanged afterwards. */
function wishOf(prepared: PreparedCall): PermissionWish {
  const { toolCallId, tool, args, input } = openCall(prepared);
  return { toolCallId, tool: tool.name, args: plainInput(input) ?? args };
}

/** What `run` gets as plain JSON; undefined where it is none: then only the arguments can be shown to anybody. */
function plainInput(input: unknown): JsonObject | undefined {
  try {
    // What the canonical form can be written of is JSON, whatever its type says.
    canonicalJson(input as Json);
    return isJsonObject(input as Json) ? ownCopy(input as JsonObject) : undefined;
  } catch (error) {
    if (error instanceof NotJsonError || error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
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
