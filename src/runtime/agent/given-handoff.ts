import { type ContextScope, narrowedScope, type ReceivedHandoff, receiverProblem, type SpecValues } from "#kernel";
import type { HandoffGiven } from "../run-setting.ts";
import { AgentError } from "./agent-error.ts";

/** A packet as its row has it. Throws `AgentError` where it is for another role than the agent has. */
export function givenHandoff(
  received: ReceivedHandoff | undefined,
  role: SpecValues["role"],
): HandoffGiven | undefined {
  if (received === undefined) return undefined;
  const { handoff: packet, digest, existing } = received;
  const problem = receiverProblem(packet, role);
  if (problem !== undefined) throw new AgentError("PolicyConfigInvalid", `handoffIn: ${problem}`);
  return { packet, digest, existing };
}

/** What a run may read and write: what its agent may, and of that what its packet says. Throws where a packet asks for more. */
export function scopeOfRun(own: ContextScope, given: HandoffGiven["packet"]["contextScope"] | undefined): ContextScope {
  if (given === undefined) return own;
  const narrowed = narrowedScope(own, given);
  if (narrowed.ok) return narrowed.scope;
  throw new AgentError("PolicyConfigInvalid", `handoffIn: ${narrowed.problem}`);
}
