import { type Digest, digestMade } from "../digest/digest.ts";
import { asksToJson } from "../digest/native-copy.ts";
import { normalizeRefs } from "../evidence/fields.ts";
import { KeyOrder } from "../evidence/rows.ts";
import { specParts } from "../spec/call-spec.ts";
import { joinSetText, type WireSets } from "./plain-wire.ts";
import { type CallTexts, callTexts } from "./plain-rows.ts";
import type { PlainResults } from "./plain-results.ts";
import type { TurnClosing } from "./turn-closing.ts";

/**
 * The digest of a plain turn's evidence, straight from its copies (see `held.ts`): no row of it is judged for it, because every rule is
 * known to hold, and its texts are written out, because all but a few words of them are known. It is the one that the long way comes to;
 * undefined where only that can write it.
 */
export function plainEvidenceDigest(turn: PlainResults, closing: TurnClosing): Digest | undefined {
  // Somebody has changed how everything is written since the copies were made.
  if (asksToJson()) return undefined;
  const { spec, policies, plain, sha256 } = turn;
  const calls = callTexts(turn);
  const joinSetDigest = digestMade(sha256, joinSetText(wireSets(turn, closing, calls), `[${calls.ids}]`));
  const callSpecDigest = digestMade(sha256, plain.texts.callSpec(specParts(spec).callSpec));
  const { index, sessionId } = spec.turn;
  const tusk =
    `{"guards":[],"requests":{"$digest":"${listDigest(turn, calls.request)}"},"results":{"$digest":"${listDigest(turn, calls.result)}"}` +
    `,"schema":1,"spec":{"$digest":"${policies.specDigest}"},"turn":{"index":${index},"sessionId":${JSON.stringify(sessionId)}}` +
    `,"use":{"$digest":"${listDigest(turn, calls.use)}"}}`;
  return digestMade(
    sha256,
    `{"callSpecDigest":"${callSpecDigest}","joinSetDigest":"${joinSetDigest}"` +
      `,"sessionRefs":${refsText(closing.sessionRefs)},"trajectoryRefs":${refsText(closing.trajectoryRefs)},"tusk":${tusk}}`,
  );
}

/** The digest of a list, given what stands between its brackets. */
function listDigest({ policies, sha256 }: PlainResults, rows: string): Digest {
  return rows === "" ? policies.memo.digest("emptySet", "[]") : digestMade(sha256, `[${rows}]`);
}

/** The digests of the wire's lists, and the names that stand in two of them. */
function wireSets(turn: PlainResults, closing: TurnClosing, calls: CallTexts): WireSets {
  const { memo } = turn.policies;
  const { stopReason, continuationAllowed } = closing;
  const queues = queueTexts(turn, closing.reminderQueues);
  const views = viewTexts(turn, closing.stateViews);
  return {
    protocolStateDigest: memo.digest(
      "protocolState",
      `{"continuationAllowed":${continuationAllowed},"stopReason":"${stopReason}"}`,
    ),
    queueIds: queues.ids,
    reminderQueueSetDigest: memo.digest("queueSet", queues.rows),
    requestSetDigest: listDigest(turn, calls.asked),
    resultSetDigest: listDigest(turn, calls.settled),
    stateViewIds: views.ids,
    stateViewSetDigest: memo.digest("viewSet", views.rows),
    toolRenderSetDigest: listDigest(turn, calls.render),
    useSetDigest: listDigest(turn, calls.used),
  };
}

/** Names and rows, each list as its text. */
interface ReductionTexts {
  readonly ids: string;
  readonly rows: string;
}

function queueTexts({ plain, policies }: PlainResults, queues: TurnClosing["reminderQueues"]): ReductionTexts {
  const { memo, digests } = policies;
  let [ids, rows] = ["", ""];
  for (const { queueId, reduced } of sortedBy(queues, (queue) => queue.queueId)) {
    const comma = ids === "" ? "" : ",";
    const id = plain.texts.quoted(queueId);
    const digest = memo.digest("queue", JSON.stringify(reduced));
    ids += `${comma}${id}`;
    rows += `${comma}{"policyDigest":"${digests.reminderQueuePolicyDigest}","queueId":${id},"reducedDigest":"${digest}"}`;
  }
  return { ids: `[${ids}]`, rows: `[${rows}]` };
}

function viewTexts({ plain, policies }: PlainResults, views: TurnClosing["stateViews"]): ReductionTexts {
  const { memo, digests } = policies;
  let [ids, rows] = ["", ""];
  for (const { viewId, view, sourceRefs: given } of sortedBy(views, (shown) => shown.viewId)) {
    const comma = ids === "" ? "" : ",";
    const id = plain.texts.quoted(viewId);
    const digest = memo.digest("view", JSON.stringify(view));
    const refs = normalizeRefs(given);
    const sources = refs === undefined ? "" : `,"sourceRefs":${JSON.stringify(refs)}`;
    ids += `${comma}${id}`;
    rows += `${comma}{"policyDigest":"${digests.stateViewPolicyDigest}"${sources},"viewDigest":"${digest}","viewId":${id}}`;
  }
  return { ids: `[${ids}]`, rows: `[${rows}]` };
}

function refsText(given: readonly string[]): string {
  return JSON.stringify(normalizeRefs(given) ?? []);
}

function sortedBy<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  if (rows.length < 2) return rows;
  return new KeyOrder().of(rows.map((row) => idOf(row))).flatMap((at) => rows[at] ?? []);
}
