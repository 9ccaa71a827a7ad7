import { type Json, NotJsonError, takenJson } from "#kernel";
import { faultOf } from "./fault.ts";
import { textProblem } from "./hook-text.ts";
import type { Run } from "./run.ts";
import type { StateView } from "./state-view.ts";

/** What a view says now, as a copy that nobody can change. What is no JSON fails the run: it could not be a row. */
export function takenView(run: Run, row: StateView): Json {
  const seen: unknown = row.view(run.view);
  try {
    return takenJson(seen);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    throw refused(run, `the state view ${row.viewId} gave what is no JSON: ${error.message}`);
  }
}

/** What the model is shown of a view; undefined where it is shown nothing. */
export function shownView(run: Run, row: StateView): string | undefined {
  if (row.render === undefined) return undefined;
  const text: unknown = row.render(takenView(run, row));
  const problem = textProblem(text);
  if (problem !== undefined) throw refused(run, `what the state view ${row.viewId} renders ${problem}`);
  // A text by its form: that is what was asked.
  return text as string;
}

function refused({ state }: Run, message: string): Error {
  return faultOf("PolicyRuntimeViolation", state.step, message);
}
