import type { CallSetting, CallWorkspace, CancelSignal, ToolContext } from "#ports";
import type { ReadyCall } from "./prepared-call.ts";

interface Surroundings {
  readonly setting: CallSetting;
  readonly files: CallWorkspace;
  /** Tells this call to stop. */
  readonly signal: CancelSignal;
}

/** What one call's tool is given. */
export function callContext({ toolCallId }: ReadyCall, { setting, files, signal }: Surroundings): ToolContext {
  const { correlationId, stepId, clock } = setting;
  return { correlationId, stepId, toolCallId, signal, workspace: files.workspace, clock };
}
