import { InvariantError, type SessionState } from "#kernel";
import { healTurn } from "./heal-turn.ts";
import { GO_ON } from "./notes.ts";
import type { Run } from "./run.ts";

/** The first rows of a session: who it is, what it is held to, what is asked of it. */
export async function beginSession(run: Run, input: string): Promise<void> {
  const { sessionId, correlationId, parent } = run.setting;
  if (run.state.started !== undefined) throw new InvariantError(`session ${sessionId} was begun before`);
  run.record({ kind: "session.started", sessionId, correlationId, ...(parent === undefined ? {} : { parent }) });
  bindPolicies(run);
  receive(run);
  run.record({ kind: "input.given", text: input });
  await run.durable();
}

/**
 * Takes a session up where its rows end (DESIGN 19): what a crash left open is settled first, so that the next request is legal and
 * nothing is run twice (R11). `input`: what somebody says now; without it the model goes on where it was.
 */
export async function resumeSession(run: Run, input: string | undefined): Promise<void> {
  if (run.state.started === undefined) throw new InvariantError(`session ${run.setting.sessionId} was never begun`);
  const interrupted = await healTurn(run);
  run.record({ kind: "session.resumed", interrupted });
  bindPolicies(run);
  receive(run);
  if (input !== undefined) run.record({ kind: "input.given", text: input });
  else if (run.history.messages.at(-1)?.role === "assistant")
    // Also where it had paused: whoever took the session up may be another model.
    run.record({ kind: "note.added", step: run.state.step, source: "reminder", text: GO_ON });
  await run.durable();
}

/** Why a session cannot be taken up as it is; undefined where it can. */
export function resumeProblem(state: SessionState, input: string | undefined): string | undefined {
  if (state.started === undefined) return "it was never begun";
  if (state.history.length === 0 && input === undefined) return "nothing was asked of it yet: say what is to be done";
  const isDone = state.ended?.phase === "Completed";
  if (isDone && input === undefined) return "it is completed: say what is to be done next";
  return undefined;
}

/** A packet is told once: work may come back to a session, and a run that is taken up again goes on from the one it has. */
function receive(run: Run): void {
  const { handoffIn } = run.setting;
  if (handoffIn === undefined || handoffIn.digest === run.state.handoffDigest) return;
  run.record({ kind: "handoff.received", ...handoffIn });
}

function bindPolicies(run: Run): void {
  const { policies, toolValues, terms } = run.setting;
  const { specDigest, values: spec } = policies;
  run.record({ kind: "policies.bound", specDigest, spec, values: toolValues, terms });
}
