import { mayHaveRun, NOT_PERMITTED_YET, toldInterrupted } from "#kernel";
import { answerOpenCalls } from "./answer-calls.ts";
import type { Run } from "./run.ts";

/** What of a run it takes to settle a turn. */
export type Healed = Pick<Run, "durable" | "history" | "record" | "state">;

/** Settles the turn that a crash left open: calls that may have run are interrupted, others were not run; then the step has an end. */
export async function healTurn(run: Healed): Promise<readonly string[]> {
  const { turn, step } = run.state;
  if (turn === undefined) return [];
  const interrupted = mayHaveRun(turn.requested) ? run.history.openCalls.map(({ toolCallId }) => toolCallId) : [];
  for (const [at, toolCallId] of interrupted.entries()) {
    // Numbers after everything that the turn had.
    run.record({ kind: "tool.settled", step, result: toldInterrupted(toolCallId, SEQ_AFTER + at) });
  }
  answerOpenCalls(run, NOT_PERMITTED_YET, { code: "Interrupted" });
  run.record({ kind: "step.failed", step, error: "cancelled", reason: "the process ended in the middle of this step" });
  await run.durable();
  return interrupted;
}

const SEQ_AFTER = 1_000_000;
