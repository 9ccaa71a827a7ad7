import type { ContinuationDecision, TurnClosing } from "#kernel";
import { checkpointRows } from "./checkpoint.ts";
import { guardRows } from "./decide-calls.ts";
import { queuedNotes } from "./notes.ts";
import type { Run } from "./run.ts";
import { takenView } from "./taken-view.ts";

const NO_GUARDS: TurnClosing["guards"] = [];

/** How a turn ends: what the next one is built from, and whether there may be one (R15, R21). */
export function closingOf(
  run: Run,
  stopReason: string,
  continuation: ContinuationDecision,
): TurnClosing | Promise<TurnClosing> {
  run.takeReminders();
  const closing = unguarded(run, stopReason, continuation);
  return run.setting.guards.length === 0 ? closing : guardedClosing(run, closing);
}

async function guardedClosing(run: Run, closing: TurnClosing): Promise<TurnClosing> {
  return { ...closing, guards: await guardRows(run, { stage: "output", text: lastAnswers(run) }) };
}

function unguarded(run: Run, stopReason: string, continuation: ContinuationDecision): TurnClosing {
  const { sessionId } = run.setting;
  const { step, checkpoints } = run.state;
  const passed = checkpoints.length === 0 ? [] : checkpointRows(run);
  return {
    stopReason,
    continuationAllowed: continuation.kind === "continue",
    reminderQueues: [{ queueId: "notes", reduced: queuedNotes(run) }],
    stateViews: stateViews(run),
    sessionRefs: [`session://${sessionId}`],
    trajectoryRefs: [`session://${sessionId}/steps/${step}`],
    guards: NO_GUARDS,
    ...(passed.length === 0 ? {} : { checkpoints: passed }),
    values: [],
  };
}

function stateViews(run: Run): TurnClosing["stateViews"] {
  const { step, budget } = run.state;
  const own = { viewId: "run", view: { step, left: { ...budget?.left } } };
  const { views } = run.setting;
  return views.length === 0 ? [own] : [own, ...views.map((row) => ({ viewId: row.viewId, view: takenView(run, row) }))];
}

function lastAnswers(run: Run): string {
  // To be looked at only: a reply that nobody handles closes nothing, and its calls may be open.
  const last = run.history.messages.at(-1);
  if (last?.role === "tool") return last.answers.map(({ text }) => text).join("\n");
  if (last?.role === "user") return last.text;
  return (last?.blocks ?? []).flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("");
}
