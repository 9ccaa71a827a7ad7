import { mayHaveRun } from "#kernel";
import type { SettledCall } from "#ports";
import type { ReadSession } from "./read-session.ts";

/** The step that a crash cut off, and its calls without an answer; no step where none was. */
export interface CutOff {
  readonly step?: number;
  readonly settled: readonly SettledCall[];
}

/** What a crash had left open, as the rows say before anybody goes on: calls that may have run are not run again (R11). */
export function cutOff({ rows, history }: ReadSession): CutOff {
  const begun = rows.findLastIndex(({ event }) => event.kind === "step.started");
  const newest = rows.slice(Math.max(begun, 0)).map(({ event }) => event);
  const [started] = newest;
  const isEnded = newest.some(({ kind }) => kind === "join.closed" || kind === "step.failed");
  const isRefused = newest.some((event) => event.kind === "turn.refused" && event.ends);
  if (started?.kind !== "step.started" || isEnded || isRefused) return { settled: [] };
  const requested = newest.find((event) => event.kind === "tools.requested");
  const outcome = mayHaveRun(requested) ? "interrupted" : "not_run";
  const settled = history.openCalls.map(({ toolCallId, tool }) => ({ toolCallId, tool, outcome }) as const);
  return { step: started.step, settled };
}
