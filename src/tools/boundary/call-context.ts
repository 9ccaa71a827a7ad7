import type { CallSetting, CallWorkspace, PreparedCall, ToolContext } from "#ports";
import type { StopSwitch } from "./stop-switch.ts";

interface Surroundings {
  readonly setting: CallSetting;
  readonly files: CallWorkspace;
  readonly stop: StopSwitch;
}

/** What one call's tool is given. The signal is made when the tool asks for it, or copies the context. */
export function callContext({ toolCallId }: PreparedCall, { setting, files, stop }: Surroundings): ToolContext {
  const { correlationId, stepId, clock } = setting;
  return {
    correlationId,
    stepId,
    toolCallId,
    workspace: files.workspace,
    clock,
    get signal() {
      return stop.signal;
    },
  };
}
