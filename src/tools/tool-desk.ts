import type { ToolResultDraft } from "#kernel";
import type {
  ArtifactStore,
  CallSetting,
  DeskCall,
  DeskPlace,
  DeskPreparing,
  Settlement,
  ToolDesk,
  ToolSet,
  WorkspaceSession,
} from "#ports";
import { executeCall, type Execution } from "./boundary/execute-call.ts";
import { finalizeCall } from "./boundary/finalize-call.ts";
import { isPromiseLike } from "./boundary/is-promise-like.ts";
import { prepareCall } from "./boundary/prepare-call.ts";
import type { PreparedCall } from "./boundary/prepared-call.ts";
import { toResultDraft } from "./boundary/to-result-draft.ts";

/** What the calls of a run share. */
export interface DeskOptions extends Pick<CallSetting, "clock" | "onThrow"> {
  readonly set: ToolSet;
  readonly workspace: WorkspaceSession;
  /** Where results that are cut are kept whole; nowhere unless it is given. */
  readonly artifacts?: ArtifactStore | undefined;
}

/**
 * The tool boundary as a run sees it: calls are prepared and run here, and nothing that was not prepared runs. A call whose tool and
 * schemas answer at once is answered at once.
 */
export function toolDesk({ set, workspace, clock, onThrow, artifacts }: DeskOptions): ToolDesk {
  const kept = artifacts === undefined ? {} : { artifacts };
  return {
    tools: set.tools,
    prepare: (call, signal): DeskPreparing | Promise<DeskPreparing> => prepareCall(set, call, signal),
    run(call, place): ToolResultDraft | Promise<ToolResultDraft> {
      const { correlationId, stepId, signal, truncation } = place;
      const setting: CallSetting = { correlationId, stepId, signal, truncation, workspace, clock, onThrow, ...kept };
      const dispatched = { call, place, setting };
      // What no desk prepared is refused where its seal is opened.
      const execution = executeCall(call as PreparedCall, setting);
      if (!isPromiseLike(execution)) return finalized(execution, dispatched);
      return execution.then((ended) => finalized(ended, dispatched));
    },
  };
}

interface Dispatched {
  readonly call: DeskCall;
  readonly place: DeskPlace;
  readonly setting: CallSetting;
}

function finalized(execution: Execution, dispatched: Dispatched): ToolResultDraft | Promise<ToolResultDraft> {
  const settlement = finalizeCall(dispatched.call as PreparedCall, execution, dispatched.setting);
  if (!isPromiseLike(settlement)) return draftOf(settlement, dispatched);
  return settlement.then((settled) => draftOf(settled, dispatched));
}

function draftOf(settlement: Settlement, { call, place, setting }: Dispatched): ToolResultDraft {
  const { seq, order, injectionPoint } = place;
  const { effects } = call.tool;
  return toResultDraft(settlement, { seq, order, injectionPoint, effects, root: setting.workspace.root });
}
