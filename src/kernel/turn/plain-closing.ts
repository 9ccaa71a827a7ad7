import { nativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { isObject, isPlainText } from "../digest/plain-object.ts";
import { isTrimmed } from "../evidence/text.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import type { PlainResults } from "./plain-results.ts";
import { decideContinuation, parseStopReason } from "./stop-reason.ts";
import type { TurnClosing } from "./turn-closing.ts";

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * A copy of the end of a plain turn (see `held.ts`), where every rule holds that is due on the whole turn; undefined says nothing
 * against it. What looks at policies alone was seen to hold on a turn before.
 */
export function plainClosing(turn: PlainResults, given: TurnClosing): TurnClosing | undefined {
  if (!turn.policies.seen.held || !isObject(given)) return undefined;
  const { stopReason, continuationAllowed, reminderQueues, stateViews, guards, values } = given;
  const { sessionRefs: sessions, trajectoryRefs: trajectories } = given;
  if (!isEmptyList(guards) || !isEmptyList(values) || hasMore(given)) return undefined;
  if (!mayEnd(turn, stopReason, continuationAllowed)) return undefined;
  const sessionRefs = textsOf(sessions);
  const trajectoryRefs = textsOf(trajectories);
  const queues = plainQueues(turn, reminderQueues);
  const views = plainViews(stateViews);
  if (sessionRefs === undefined || trajectoryRefs === undefined || queues === undefined || views === undefined)
    return undefined;
  if (continuationAllowed && !isRebuildable(turn, queues, views)) return undefined;
  return {
    stopReason,
    continuationAllowed,
    reminderQueues: queues,
    stateViews: views,
    sessionRefs,
    trajectoryRefs,
    guards: NOTHING,
    values: NOTHING,
  };
}

/** Anything that a turn may have or not have. */
function hasMore(given: TurnClosing): boolean {
  const { autonomy, checkpoints, compaction, exports, fanOut, governanceProfile, handoffIn } = given;
  if (autonomy !== undefined || checkpoints !== undefined || compaction !== undefined) return true;
  return exports !== undefined || fanOut !== undefined || governanceProfile !== undefined || handoffIn !== undefined;
}

function isEmptyList(given: unknown): boolean {
  return Array.isArray(given) && given.length === 0;
}

/** The stop reason is handled, and the loop goes on only where the policies say so. */
function mayEnd({ policies, spec }: PlainResults, stopReason: unknown, continues: unknown): boolean {
  const { protocolPolicy, stopPolicy } = policies.values;
  const { handled } = protocolPolicy;
  if (typeof stopReason !== "string" || typeof continues !== "boolean") return false;
  if (parseStopReason(stopReason) === undefined || !Object.hasOwn(handled, stopReason)) return false;
  if (!continues) return true;
  const { maxTurns, checkpoints } = stopPolicy;
  const end = { stopReason, handled, turnIndex: spec.turn.index, maxTurns, checkpoints, approvals: NOTHING };
  return decideContinuation(end).kind === "continue";
}

/** The next request can be built: a queue was reduced, and every view is there that the policy requires. */
function isRebuildable({ policies }: PlainResults, queues: Queues, views: Views): boolean {
  const { required } = policies.values.stateViewPolicy;
  if (queues.length === 0 || views.length === 0) return false;
  return required.every((id) => views.some(({ viewId }) => viewId === id));
}

type Queues = TurnClosing["reminderQueues"];
type Views = TurnClosing["stateViews"];

/** Queues that hold no more than they may; where an item might stand there twice, it is looked for elsewhere. */
function plainQueues({ policies }: PlainResults, given: Queues): Queues | undefined {
  if (!Array.isArray(given)) return undefined;
  const { dedup, maxItems } = policies.values.reminderQueuePolicy;
  const most = dedup ? Math.min(1, maxItems) : maxItems;
  const queues: Queues[number][] = [];
  for (let at = 0; at < given.length; at++) {
    const row: unknown = given[at];
    if (!isObject(row)) return undefined;
    const { queueId, reduced } = row as Queues[number];
    const items = nativeCopy(reduced);
    if (!isPlainName(queueId) || !Array.isArray(items) || items.length > most) return undefined;
    queues.push({ queueId, reduced: items });
  }
  return areDistinct(queues, ({ queueId }) => queueId) ? queues : undefined;
}

/** Views that are objects: a text has the digest of another one that writes it out. */
function plainViews(given: Views): Views | undefined {
  if (!Array.isArray(given)) return undefined;
  const views: Views[number][] = [];
  for (let at = 0; at < given.length; at++) {
    const row: unknown = given[at];
    if (!isObject(row)) return undefined;
    const { viewId, view: shown, sourceRefs: refs } = row as Views[number];
    if (!isPlainName(viewId)) return undefined;
    const sourceRefs = refs === undefined ? NOTHING : textsOf(refs);
    const view = nativeCopy(shown);
    if (sourceRefs === undefined || view === NOT_NATIVE || !isJsonObject(view as Json)) return undefined;
    views.push({ viewId, view: view as Json, sourceRefs });
  }
  return areDistinct(views, ({ viewId }) => viewId) ? views : undefined;
}

/** A name that normalisation leaves as it is. */
function isPlainName(given: unknown): boolean {
  return isPlainText(given) && isTrimmed(given);
}

/** A copy of a list of texts; undefined where one of them is none. */
function textsOf(given: unknown): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const texts: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const text: unknown = given[at];
    if (!isPlainText(text)) return undefined;
    texts.push(text);
  }
  return texts;
}

function areDistinct<Row>(rows: readonly Row[], idOf: (row: Row) => string): boolean {
  return rows.length < 2 || new Set(rows.map(idOf)).size === rows.length;
}
