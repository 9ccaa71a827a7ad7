import { decideContinuation, type Json, type TurnClosing } from "#kernel";
import { guardRows } from "./decide-calls.ts";
import type { Run } from "./run.ts";

/** How a turn ends: what the next one is built from, and whether there may be one (R15, R21). */
export async function closingOf(run: Run, stopReason: string): Promise<TurnClosing> {
  const { sessionId, guards } = run.setting;
  return {
    stopReason,
    continuationAllowed: mayContinue(run, stopReason),
    reminderQueues: [{ queueId: "reminders", reduced: reduceReminders(run) }],
    stateViews: [{ viewId: "run", view: { step: run.step, openCalls: 0, left: { ...run.budget.left } } }],
    sessionRefs: [`session://${sessionId}`],
    trajectoryRefs: [`session://${sessionId}/steps/${run.step}`],
    guards: guards.length === 0 ? [] : await guardRows(run, { stage: "output", text: lastAnswers(run) }),
    values: [],
  };
}

/** Whether the bound policies let another turn follow this one. */
export function mayContinue(run: Run, stopReason: string): boolean {
  const { stopPolicy, protocolPolicy } = run.setting.policies.values;
  const { maxTurns, checkpoints } = stopPolicy;
  const { handled } = protocolPolicy;
  const end = { stopReason, handled, turnIndex: run.step, maxTurns, checkpoints, approvals: run.checkpointApprovals };
  return decideContinuation(end).kind === "continue";
}

/** Reminders as the policy wants them: each once, no more than it takes. */
function reduceReminders({ reminders, setting }: Run): Json {
  const { dedup, maxItems } = setting.policies.values.reminderQueuePolicy;
  return (dedup ? [...new Set(reminders)] : reminders).slice(0, maxItems);
}

function lastAnswers(run: Run): string {
  const last = run.closedHistory().messages.at(-1);
  if (last?.role === "tool") return last.answers.map(({ text }) => text).join("\n");
  if (last?.role === "user") return last.text;
  return (last?.blocks ?? []).flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("");
}
