import { type Digest, digestMade } from "../digest/digest.ts";
import { asksToJson } from "../digest/native-copy.ts";
import { normalizeRefs } from "../evidence/fields.ts";
import { KeyOrder } from "../evidence/rows.ts";
import { specParts } from "../spec/call-spec.ts";
import { callSpecText, joinSetText, type WireSets } from "./plain-wire.ts";
import { type CallTexts, callTexts, rowsOf } from "./plain-rows.ts";
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
  const { spec, policies, sha256 } = turn;
  const calls = sortedById(callTexts(turn));
  const digest = (text: string): Digest => digestMade(sha256, text);
  const rows = (pick: (call: CallTexts) => string): Digest =>
    calls.length === 0 ? policies.memo.digest("emptySet", "[]") : digest(rowsOf(calls, pick));
  const joinSetDigest = digest(
    joinSetText(
      wireSets(turn, closing, rows),
      rowsOf(calls, ({ idText }) => idText),
    ),
  );
  const { sessionRefs, trajectoryRefs } = closing;
  const tusk =
    `{"guards":[],"requests":{"$digest":"${rows(({ request }) => request)}"},"results":{"$digest":"${rows(({ result }) => result)}"}` +
    `,"schema":1,"spec":{"$digest":"${policies.specDigest}"},"turn":${JSON.stringify(spec.turn)},"use":{"$digest":"${rows(({ use }) => use)}"}}`;
  return digest(
    `{"callSpecDigest":"${digest(callSpecText(specParts(spec).callSpec))}","joinSetDigest":"${joinSetDigest}"` +
      `,"sessionRefs":${refsText(sessionRefs)},"trajectoryRefs":${refsText(trajectoryRefs)},"tusk":${tusk}}`,
  );
}

/** The digests of the wire's lists, and the names that stand in two of them. */
function wireSets(
  { policies: { memo, digests } }: PlainResults,
  { reminderQueues, stateViews, stopReason, continuationAllowed }: TurnClosing,
  rows: (pick: (call: CallTexts) => string) => Digest,
): WireSets {
  const queues = sortedById(
    reminderQueues.map(({ queueId, reduced }) => {
      const reducedDigest = memo.digest("queue", JSON.stringify(reduced));
      return { id: queueId, row: { policyDigest: digests.reminderQueuePolicyDigest, queueId, reducedDigest } };
    }),
  );
  const views = sortedById(
    stateViews.map(({ viewId, view, sourceRefs: given }) => {
      const [sourceRefs, viewDigest] = [normalizeRefs(given), memo.digest("view", JSON.stringify(view))];
      return { id: viewId, row: { policyDigest: digests.stateViewPolicyDigest, sourceRefs, viewDigest, viewId } };
    }),
  );
  return {
    protocolStateDigest: memo.digest(
      "protocolState",
      `{"continuationAllowed":${continuationAllowed},"stopReason":"${stopReason}"}`,
    ),
    queueIds: queues.map(({ id }) => id),
    reminderQueueSetDigest: memo.digest("queueSet", JSON.stringify(queues.map(({ row }) => row))),
    requestSetDigest: rows(({ asked }) => asked),
    resultSetDigest: rows(({ settled }) => settled),
    stateViewIds: views.map(({ id }) => id),
    stateViewSetDigest: memo.digest("viewSet", JSON.stringify(views.map(({ row }) => row))),
    toolRenderSetDigest: rows(({ render }) => render),
    useSetDigest: rows(({ used }) => used),
  };
}

function refsText(given: readonly string[]): string {
  return JSON.stringify(normalizeRefs(given) ?? []);
}

function sortedById<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  if (rows.length < 2) return rows;
  return new KeyOrder().of(rows.map(({ id }) => id)).flatMap((at) => rows[at] ?? []);
}
