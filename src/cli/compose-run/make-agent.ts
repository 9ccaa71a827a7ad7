import { memoryJournal } from "#memory";
import { cancelSwitch, newRequestId, now, sha256, utf8 } from "#platform";
import { agentMaker } from "#runtime";
import { noWorkspace, toolDesk, toolSet } from "#tools";

/** Makes agents over this platform's parts. */
export const makeAgent: ReturnType<typeof agentMaker> = agentMaker({
  sha256,
  utf8,
  clock: { now },
  newId: newRequestId,
  newSwitch: cancelSwitch,
  toolSet: (tools) => toolSet(...tools).build(),
  desk: ({ workspace = noWorkspace, ...options }) => toolDesk({ ...options, workspace }),
  memoryJournal,
});
