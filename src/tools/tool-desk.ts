import type { DeskCall, DeskPlace, DeskPreparing, ToolDesk, ToolSet, WorkspaceSession } from "#ports";
import { executeCall } from "./boundary/execute-call.ts";
import { finalizeCall } from "./boundary/finalize-call.ts";
import { prepareCall } from "./boundary/prepare-call.ts";
import type { PreparedCall } from "./boundary/prepared-call.ts";
import { toResultDraft } from "./boundary/to-result-draft.ts";
import type { CallSetting } from "#ports";

/** What the calls of a run share. */
export interface DeskOptions extends Pick<CallSetting, "clock" | "onThrow"> {
  readonly set: ToolSet;
  readonly workspace: WorkspaceSession;
}

/** The tool boundary as a run sees it: calls are prepared and run here, and nothing that was not prepared runs. */
export function toolDesk({ set, workspace, clock, onThrow }: DeskOptions): ToolDesk {
  return {
    tools: set.tools,
    prepare: (call, signal): DeskPreparing | Promise<DeskPreparing> => prepareCall(set, call, signal),
    async run(call: DeskCall, place: DeskPlace) {
      const { correlationId, stepId, signal, truncation, seq, order, injectionPoint } = place;
      const setting: CallSetting = { correlationId, stepId, signal, truncation, workspace, clock, onThrow };
      // What no desk prepared is refused where its seal is opened.
      const prepared = call as PreparedCall;
      const settlement = await finalizeCall(prepared, await executeCall(prepared, setting), setting);
      const { effects } = call.tool;
      return toResultDraft(settlement, { seq, order, injectionPoint, effects, root: workspace.root });
    },
  };
}
