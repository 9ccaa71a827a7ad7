import { memoryJournal } from "#memory";
import { cancelSwitch, newRequestId, now, sha256, utf8 } from "#platform";
import { type Agent, agentMaker, type AgentOptions } from "#runtime";
import { noWorkspace, toolDesk, toolSet } from "#tools";

const make = agentMaker({
  sha256,
  utf8,
  clock: { now },
  newId: newRequestId,
  newSwitch: cancelSwitch,
  toolSet: (tools) => toolSet(...tools).build(),
  desk: ({ workspace = noWorkspace, ...options }) => toolDesk({ ...options, workspace }),
  memoryJournal,
});

/**
 * Makes an agent: a model, tools and a budget, and policies that every turn is bound to. A turn of it closes or changes nothing. Throws
 * `AgentError` where the policies contradict themselves or could go on for ever (R05).
 */
export function agent<Output = string>(options: AgentOptions<Output>): Agent<Output> {
  return make(options);
}
