import { interruptedResult, type ToolResultDraft } from "#kernel";
import { answerOpenCalls, INTERRUPTED } from "./answer-calls.ts";
import { denialBy } from "./decide-calls.ts";
import type { Run } from "./run.ts";

/** What of a run it takes to settle a turn. */
export type Healed = Pick<Run, "durable" | "history" | "record" | "state">;

/** Settles the turn that a crash left open: calls that may have run are interrupted, others were not run; then the step has an end. */
export async function healTurn(run: Healed): Promise<readonly string[]> {
  const { turn, step } = run.state;
  if (turn === undefined) return [];
  const { requested } = turn;
  const mayHaveRun = requested !== undefined && denialBy(requested.decisions.guards) === undefined;
  const interrupted = mayHaveRun ? run.history.openCalls.map(({ toolCallId }) => toolCallId) : [];
  for (const [at, toolCallId] of interrupted.entries()) {
    // Numbers after everything that the turn had.
    run.record({ kind: "tool.settled", step, result: toldInterrupted(toolCallId, SEQ_AFTER + at) });
  }
  answerOpenCalls(run, "the process ended before it was permitted");
  run.record({ kind: "step.failed", step, error: "cancelled", reason: "the process ended in the middle of this step" });
  await run.durable();
  return interrupted;
}

const SEQ_AFTER = 1_000_000;

/** The model is told what is known, in the form of every failure: a call without a word would look as if it had done nothing. */
function toldInterrupted(toolCallId: string, seq: number): ToolResultDraft {
  return { ...interruptedResult(toolCallId, seq), payload: INTERRUPTED, shown: JSON.stringify(INTERRUPTED) };
}
