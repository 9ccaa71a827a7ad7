import { toolFailure, type ToolFailure } from "#kernel";
import type { CallSetting } from "#ports";
import type { ReadyCall } from "./prepared-call.ts";
import { type DispatchFault, thrownText, ToolDispatchError } from "./tool-dispatch-error.ts";

/** A fault of the tool itself, as the setting wants it: an error of the run, or what the model is told (DESIGN 18). */
export function failedRun(
  { toolCallId, tool }: Pick<ReadyCall, "toolCallId" | "tool">,
  { cause, record, kind }: Omit<DispatchFault, "tool" | "toolCallId">,
  { onThrow }: CallSetting,
): ToolFailure {
  switch (onThrow) {
    case "raise":
      throw new ToolDispatchError({ toolCallId, tool: tool.name, cause, record, ...(kind && { kind }) });
    case "answer":
      return toolFailure("NonZeroExit", `${tool.name} ended with an error of its own: ${thrownText(cause)}`);
    default:
      return onThrow satisfies never;
  }
}
