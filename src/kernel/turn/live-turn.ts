import { digestText, type Sha256 } from "../digest/digest.ts";
import { errorMaterial } from "../evidence/error-envelope.ts";
import { nativeEvidenceDigest } from "../evidence/evidence-digest.ts";
import { normalizeRefs } from "../evidence/fields.ts";
import { deriveState, digestSurfaces, type Surfaces, withDigests } from "../evidence/normalize.ts";
import { normalizeHandoff, normalizeProtocolState, normalizeToolRender } from "../evidence/normalize-rows.ts";
import type { NormalizedToolRender, NormalizedToolResult, NormalizedToolUse } from "../evidence/normalized.ts";
import { type KeyedRows, KeyOrder } from "../evidence/rows.ts";
import type { TuskEvidence } from "../evidence/tusk-evidence.ts";
import type { ToolResultInput } from "../evidence/wire.ts";
import type { NormalizedEvidence } from "../evidence/normalized.ts";
import type { TurnFacts } from "../gate/facts.ts";
import type { Json } from "../json/value.ts";
import { specParts } from "../spec/call-spec.ts";
import type { KeptClosing, Reduction } from "./kept-closing.ts";
import { once } from "./once.ts";
import { turnFactsOf } from "./turn-facts.ts";
import type { UseParts } from "./tool-use.ts";

/** A whole turn as the gate sees it, and the digest of its evidence. */
export interface LiveTurn {
  readonly facts: TurnFacts;
  readonly normalized: () => NormalizedEvidence;
  /** A later value has come to stand under the digest of one that the requests were judged with. */
  readonly overlaid: boolean;
  readonly evidenceDigest: () => string;
}

/** Wire rows as normalisation leaves them, in call order. */
export interface LiveRows {
  readonly results: readonly NormalizedToolResult[];
  readonly uses: readonly NormalizedToolUse[];
  readonly renders: readonly NormalizedToolRender[];
}

/** The turn straight from its stages: what laying its evidence out and reading it back would come to, without doing either. */
export function liveTurn(use: UseParts, kept: KeptClosing): LiveTurn {
  const rows: LiveRows = {
    results: use.wireResults.map((row, at) => normalResult(row, use.resultDigests[at], use.sha256)),
    uses: use.wireUse.map(({ toolCallId, disposition, resultDigest }) => {
      return { disposition, resultDigest: resultDigest ?? undefined, toolCallId };
    }),
    renders: use.renders.map(normalizeToolRender),
  };
  // Requests, results, uses and renderings are of the same calls in the same order, so that one order sorts them all.
  const ids = use.results.map((row) => row.toolCallId);
  const order = new KeyOrder().of(ids);
  const surfaces = surfacesOf(use, kept, rows, { keys: inOrder(ids, order), rows: order });
  const evidence = deriveState(surfaces, kept.refs);
  const { memo, specDigest } = specParts(use.spec).policies;
  const normalized = once(() => withDigests(evidence, digestSurfaces(surfaces, evidence, use.sha256, memo)));
  const tusk: TuskEvidence = {
    schema: 1,
    turn: use.spec.turn,
    spec: use.spec.values,
    requests: use.rows,
    results: use.results,
    use: use.use,
    guards: kept.guards,
    ...kept.parts,
  };
  const paired = { requests: { rowAt: order }, results: { rowAt: order }, use: { rowAt: order } };
  const { values } = use.handed.facts;
  const overlaid = [...kept.values].some(([digest, value]) => isAnother(values.get(digest), value));
  return {
    overlaid,
    facts: turnFactsOf(use, kept, rows, { evidence, tusk, overlaid }),
    normalized,
    evidenceDigest: once(() => {
      return nativeEvidenceDigest(normalized(), { tusk, specDigest, native: true }, paired, use.sha256);
    }),
  };
}

/** Whether another value stands there; the same one written the same way, such as an empty list, changes nothing. */
function isAnother(known: Json | undefined, value: Json): boolean {
  if (known === undefined || known === value) return false;
  return JSON.stringify(known) !== JSON.stringify(value);
}

/** A result row whose payload was digested when it was settled. */
function normalResult(row: ToolResultInput, resultDigest: string | undefined, sha256: Sha256): NormalizedToolResult {
  const { toolCallId } = row;
  if (row.status === "ok") return { error: undefined, resultDigest, status: "ok", toolCallId };
  const { code = "unknown_error", message = "", retryable = false } = errorMaterial(row);
  const error = { errorCode: code, errorMessageDigest: digestText(sha256, message), retryable };
  return { error, resultDigest, status: "error", toolCallId };
}

/** The wire of a turn as normalisation leaves it; `order` names the calls sorted, and where each was asked. */
function surfacesOf(
  { spec, wireHandoff, handed }: UseParts,
  { protocol, queues, views }: KeptClosing,
  rows: LiveRows,
  order: KeyedRows<number>,
): Surfaces {
  const keyed = <Row>(list: readonly Row[]): KeyedRows<Row> => ({ keys: order.keys, rows: inOrder(list, order.rows) });
  const { callSpec } = specParts(spec);
  const { reminderQueuePolicyDigest, stateViewPolicyDigest } = callSpec;
  return {
    callSpec,
    requests: keyed(handed.facts.requests.map((request) => request.wire)),
    results: keyed(rows.results),
    uses: keyed(rows.uses),
    renders: keyed(rows.renders),
    queues: sorted(queues, ({ digest, id }) => {
      return { policyDigest: reminderQueuePolicyDigest, queueId: id, reducedDigest: digest };
    }),
    views: sorted(views, ({ digest, id, sourceRefs: given }) => {
      const sourceRefs = normalizeRefs(given);
      return { policyDigest: stateViewPolicyDigest, sourceRefs, viewDigest: digest, viewId: id };
    }),
    protocolState: normalizeProtocolState(protocol),
    handoff: wireHandoff === undefined ? undefined : normalizeHandoff(wireHandoff),
  };
}

/** Reductions by name. */
function sorted<Given extends Reduction, Row>(rows: readonly Given[], rowOf: (row: Given) => Row): KeyedRows<Row> {
  const ids = rows.map((row) => row.id);
  const order = new KeyOrder().of(ids);
  return {
    keys: inOrder(ids, order),
    rows: inOrder(
      rows.map((row) => rowOf(row)),
      order,
    ),
  };
}

function inOrder<Row>(list: readonly Row[], order: readonly number[]): readonly Row[] {
  return order.length < 2 || order.every((place, at) => place === at) ? list : order.flatMap((at) => list[at] ?? []);
}
