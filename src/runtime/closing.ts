import {
  compactionOf,
  type ContinuationDecision,
  evidencePacket,
  evidencePacketDigest,
  fanOutOf,
  type Json,
  type TurnClosing,
} from "#kernel";
import { checkpointRows } from "./checkpoint.ts";
import { guardRows } from "./decide-calls.ts";
import { queuedNotes } from "./notes.ts";
import type { Run } from "./run.ts";
import { takenView } from "./taken-view.ts";

const NO_GUARDS: TurnClosing["guards"] = [];
const NO_VALUES: TurnClosing["values"] = [];
const NOTHING = {};

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
  const { step, checkpoints, children } = run.state;
  const passed = checkpoints.length === 0 ? [] : checkpointRows(run);
  const fanOut = children.length === 0 ? undefined : fanOutOf(children);
  return {
    stopReason,
    continuationAllowed: continuation.kind === "continue",
    reminderQueues: [{ queueId: "notes", reduced: queuedNotes(run) }],
    stateViews: stateViews(run),
    sessionRefs: [`session://${sessionId}`],
    trajectoryRefs: [`session://${sessionId}/steps/${step}`],
    guards: NO_GUARDS,
    ...(passed.length === 0 ? {} : { checkpoints: passed }),
    ...(fanOut === undefined ? {} : { fanOut }),
    ...compacted(run),
    values: NO_VALUES,
    ...received(run),
  };
}

/** A turn whose request had no room for the whole conversation says what was left out and what was carried over (R23). */
function compacted({ state, setting, prefixes }: Run): Pick<TurnClosing, "compaction"> {
  const { compactionPolicy } = setting.policies.values;
  const { turn, history } = state;
  if (compactionPolicy === undefined || turn === undefined || turn.started.request.leftOut === 0) return NOTHING;
  const request = { messages: history.messages.slice(0, turn.messages), leftOut: turn.started.request.leftOut };
  const compaction = compactionOf(request, compactionPolicy, { sha256: setting.sha256, prefixes });
  return compaction === undefined ? NOTHING : { compaction };
}

/** The first turn that closes behind a packet names it: its digest, and what of its artifacts was there (R22). */
function received({ state, setting }: Run): Partial<Pick<TurnClosing, "handoffIn" | "values">> {
  const { handoff } = state;
  if (handoff === undefined) return NOTHING;
  const packet = evidencePacket(handoff.packet, setting.sha256);
  const packetDigest = evidencePacketDigest(packet, setting.sha256);
  // Earned: a packet is JSON by its form.
  return { handoffIn: { packetDigest, artifacts: handoff.existing }, values: [packet as unknown as Json] };
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
