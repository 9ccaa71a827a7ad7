import { type Approval, approvalProblem, type Json, NotJsonError, takenJson } from "#kernel";
import { AgentError } from "./agent-error.ts";

/** An answer that a keeper wants to be kept, as a frozen copy. Throws `AgentError` where it has not the form of an approval. */
export function takenApproval(given: unknown): Approval {
  const copy = jsonOf(given);
  const problem = approvalProblem(copy);
  if (problem !== undefined) throw refused(problem);
  // Earned: the form names every member and refuses all others.
  return copy as unknown as Approval;
}

function jsonOf(given: unknown): Json {
  try {
    return takenJson(given);
  } catch (error) {
    if (error instanceof NotJsonError) throw refused(error.message);
    throw error;
  }
}

function refused(problem: string): AgentError {
  return new AgentError("PolicyRuntimeViolation", `the permission keeper keeps what is no approval: ${problem}`);
}
