import { NotJsonError } from "../digest/canonical.ts";
import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import { DigestMemo } from "../digest/digest-memo.ts";
import { filled, normalizeRefs } from "./fields.ts";
import {
  normalizeCallSpec,
  normalizeHandoff,
  normalizeProtocolState,
  normalizeReminderQueue,
  normalizeStateView,
  normalizeToolRender,
  normalizeToolRequest,
  normalizeToolResult,
  normalizeToolUse,
  type PayloadSize,
} from "./normalize-rows.ts";
import type {
  ContextState,
  EvidenceDigests,
  JoinState,
  NormalizedCallSpec,
  NormalizedEvidence,
  NormalizedHandoff,
  NormalizedProtocolState,
  NormalizedReminderQueue,
  NormalizedState,
  NormalizedStateView,
  NormalizedToolRender,
  NormalizedToolRequest,
  NormalizedToolResult,
  NormalizedToolUse,
} from "./normalized.ts";
import { type KeyedRows, KeyOrder, keyRows, NotNormal, without } from "./rows.ts";
import type { TypestateEvidenceInput } from "./wire.ts";

/** The normalised turn, or the first reason why there is none (contract 1.2). */
export type Normalization =
  | {
      readonly ok: true;
      readonly evidence: NormalizedEvidence;

      readonly payloads: ReadonlyMap<string, PayloadSize>;
    }
  | { readonly ok: false; readonly reason: string };

/** Normalises what the reader gave and computes its digests: equivalent inputs give byte-identical digests (K09). Pure and total. */
export function normalizeEvidence(input: TypestateEvidenceInput, sha256: Sha256): Normalization {
  // Kept only for the profile that looks at them: a reference check of a big file stays small.
  const payloads = (input.tusk ?? null) === null ? undefined : new Map<string, PayloadSize>();
  try {
    return { ok: true, evidence: normalize(input, sha256, payloads), payloads: payloads ?? new Map() };
  } catch (stop) {
    if (!(stop instanceof NotNormal || stop instanceof NotJsonError)) throw stop;
    return { ok: false, reason: stop.message };
  }
}

/** Everything keyed and sorted, before anything is derived from it. */
export interface Surfaces {
  readonly callSpec: NormalizedCallSpec;
  readonly requests: KeyedRows<NormalizedToolRequest>;
  readonly results: KeyedRows<NormalizedToolResult>;
  readonly uses: KeyedRows<NormalizedToolUse>;
  readonly renders: KeyedRows<NormalizedToolRender>;
  readonly queues: KeyedRows<NormalizedReminderQueue>;
  readonly views: KeyedRows<NormalizedStateView>;
  readonly protocolState: NormalizedProtocolState;
  readonly handoff: NormalizedHandoff | undefined;
}

function normalize(
  input: TypestateEvidenceInput,
  sha256: Sha256,
  payloads: Map<string, PayloadSize> | undefined,
): NormalizedEvidence {
  const surfaces = normalizeSurfaces(input, sha256, payloads);
  const state = deriveState(surfaces, input);
  return withDigests(state, digestSurfaces(surfaces, state, sha256));
}

/** The state with its digests, keys in code-point order. */
export function withDigests(state: NormalizedState, digests: EvidenceDigests): NormalizedEvidence {
  // Written out: taking an object apart by its rest costs more than all else here.
  return {
    callSpec: state.callSpec,
    contextState: state.contextState,
    digests,
    handoff: state.handoff,
    joinState: state.joinState,
    kind: state.kind,
    protocolState: state.protocolState,
    reminderQueue: state.reminderQueue,
    schema: state.schema,
    sessionRefs: state.sessionRefs,
    stateViews: state.stateViews,
    toolRender: state.toolRender,
    toolRequests: state.toolRequests,
    toolResults: state.toolResults,
    toolUse: state.toolUse,
    trajectoryRefs: state.trajectoryRefs,
  };
}

/** What follows from the surfaces of a turn. */
export function deriveState(
  surfaces: Surfaces,
  refs: Pick<TypestateEvidenceInput, "sessionRefs" | "trajectoryRefs">,
): NormalizedState {
  return {
    callSpec: surfaces.callSpec,
    contextState: deriveContextState(surfaces),
    handoff: surfaces.handoff,
    joinState: deriveJoinState(surfaces),
    kind: "premath.harness.typestate_normalized.v1",
    protocolState: surfaces.protocolState,
    reminderQueue: filled(surfaces.queues.rows),
    schema: 1,
    sessionRefs: normalizeRefs(refs.sessionRefs),
    stateViews: filled(surfaces.views.rows),
    toolRender: filled(surfaces.renders.rows),
    toolRequests: filled(surfaces.requests.rows),
    toolResults: filled(surfaces.results.rows),
    toolUse: filled(surfaces.uses.rows),
    trajectoryRefs: normalizeRefs(refs.trajectoryRefs),
  };
}

/** Surface after surface in the contract's order: the first problem in that order is the one reported. */
function normalizeSurfaces(
  input: TypestateEvidenceInput,
  sha256: Sha256,
  payloads: Map<string, PayloadSize> | undefined,
): Surfaces {
  const order = new KeyOrder();
  const callSpec = normalizeCallSpec(input.callSpec);
  const byCall = (row: { readonly toolCallId: string }) => row.toolCallId;
  const requests = surface("toolRequests", input.toolRequests, normalizeToolRequest, byCall, order);
  const results = surface(
    "toolResults",
    input.toolResults,
    (row) => normalizeToolResult(row, sha256, payloads),
    byCall,
    order,
  );
  const uses = surface("toolUse", input.toolUse, normalizeToolUse, byCall, order);
  const renders = surface("toolRender", input.toolRender, normalizeToolRender, byCall, order);
  const queues = surface("reminderQueue", input.reminderQueue, normalizeReminderQueue, (row) => row.queueId, order);
  const views = surface("stateViews", input.stateViews, normalizeStateView, (row) => row.viewId, order);
  const protocolState = normalizeProtocolState(input.protocolState);
  const handoff = input.handoff ? normalizeHandoff(input.handoff) : undefined;
  return { callSpec, requests, results, uses, renders, queues, views, protocolState, handoff };
}

function surface<In, Row>(
  name: string,
  input: readonly In[] | undefined,
  normalizeRow: (row: In) => Row,
  keyOf: (row: Row) => string,
  order: KeyOrder,
): KeyedRows<Row> {
  const rows: Row[] = [];
  try {
    for (const row of input ?? []) rows.push(normalizeRow(row));
  } catch (stop) {
    // A conflict among the rows before the bad one comes first in the file, so it is the one to name.
    keyRows(name, rows, keyOf, order);
    throw stop;
  }
  return keyRows(name, rows, keyOf, order);
}

function deriveJoinState({ requests, results, uses }: Surfaces): JoinState {
  const missingResult = without(requests.keys, results.keys);
  const orphanResult = without(results.keys, requests.keys);
  const missingUse = without(results.keys, uses.keys);
  const unknownUse = without(uses.keys, results.keys);
  return {
    joinClosed: [missingResult, orphanResult, missingUse, unknownUse].every((ids) => ids.length === 0),
    missingResultCallIds: filled(missingResult),
    missingUseCallIds: filled(missingUse),
    orphanResultCallIds: filled(orphanResult),
    requestedCallIds: filled(requests.keys),
    resultCallIds: filled(results.keys),
    unknownUseCallIds: filled(unknownUse),
    usedCallIds: filled(uses.keys),
  };
}

function deriveContextState({ callSpec, results, renders, queues, views, protocolState }: Surfaces): ContextState {
  const missingRender = without(results.keys, renders.keys);
  const renderPolicyValid = renders.rows.every((row) => row.policyDigest === callSpec.toolRenderProtocolDigest);
  const queuePolicyValid = queues.rows.every((row) => row.policyDigest === callSpec.reminderQueuePolicyDigest);
  const stateViewPolicyValid = views.rows.every((row) => row.policyDigest === callSpec.stateViewPolicyDigest);
  const queueReductionPresent = queues.rows.length > 0;
  const stateViewPresent = views.rows.length > 0;
  const policiesHold = renderPolicyValid && queuePolicyValid && stateViewPolicyValid;
  const rebuilt = missingRender.length === 0 && queueReductionPresent && stateViewPresent && policiesHold;
  return {
    continuationContextReady: !protocolState.continuationAllowed || rebuilt,
    missingRenderCallIds: filled(missingRender),
    queueIds: filled(queues.keys),
    queuePolicyValid,
    queueReductionPresent,
    renderCallIds: filled(renders.keys),
    renderPolicyValid,
    stateViewIds: filled(views.keys),
    stateViewPolicyValid,
    stateViewPresent,
  };
}

/** The digests of a turn's wire (contract 1.6). With a memo, what is as it was in the last turn is not hashed again. */
export function digestSurfaces(
  surfaces: Surfaces,
  { joinState, contextState }: Pick<NormalizedState, "joinState" | "contextState">,
  sha256: Sha256,
  memo: DigestMemo = new DigestMemo(sha256),
): EvidenceDigests {
  // Native and canonical text agree on normalised values; hashing is what costs, so nothing is written twice.
  const digest = (value: unknown): Digest => digestText(sha256, JSON.stringify(value));
  const setDigest = (rows: readonly unknown[]): Digest =>
    rows.length === 0 ? memo.digest("emptySet", "[]") : digest(rows);
  const digests = {
    callSpecDigest: digest(surfaces.callSpec),
    handoffDigest: surfaces.handoff === undefined ? undefined : digest(surfaces.handoff),
    protocolStateDigest: memo.digest("protocolState", JSON.stringify(surfaces.protocolState)),
    reminderQueueSetDigest: memo.digest("queueSet", JSON.stringify(surfaces.queues.rows)),
    requestSetDigest: setDigest(surfaces.requests.rows),
    resultSetDigest: setDigest(surfaces.results.rows),
    stateViewSetDigest: memo.digest("viewSet", JSON.stringify(surfaces.views.rows)),
    toolRenderSetDigest: setDigest(surfaces.renders.rows),
    useSetDigest: setDigest(surfaces.uses.rows),
  };
  // The join set names every list, empty ones too, and has no call spec (contract 1.6).
  const joinSetDigest = digest({
    continuationContextReady: contextState.continuationContextReady,
    handoffDigest: digests.handoffDigest ?? null,
    missingRenderCallIds: contextState.missingRenderCallIds ?? [],
    missingResultCallIds: joinState.missingResultCallIds ?? [],
    missingUseCallIds: joinState.missingUseCallIds ?? [],
    orphanResultCallIds: joinState.orphanResultCallIds ?? [],
    protocolStateDigest: digests.protocolStateDigest,
    queueIds: surfaces.queues.keys,
    queuePolicyValid: contextState.queuePolicyValid,
    queueReductionPresent: contextState.queueReductionPresent,
    reminderQueueSetDigest: digests.reminderQueueSetDigest,
    renderCallIds: surfaces.renders.keys,
    renderPolicyValid: contextState.renderPolicyValid,
    requestSetDigest: digests.requestSetDigest,
    requestedCallIds: surfaces.requests.keys,
    resultCallIds: surfaces.results.keys,
    resultSetDigest: digests.resultSetDigest,
    stateViewIds: surfaces.views.keys,
    stateViewPolicyValid: contextState.stateViewPolicyValid,
    stateViewPresent: contextState.stateViewPresent,
    stateViewSetDigest: digests.stateViewSetDigest,
    toolRenderSetDigest: digests.toolRenderSetDigest,
    unknownUseCallIds: joinState.unknownUseCallIds ?? [],
    useSetDigest: digests.useSetDigest,
    usedCallIds: surfaces.uses.keys,
  });
  return {
    callSpecDigest: digests.callSpecDigest,
    handoffDigest: digests.handoffDigest,
    joinSetDigest,
    protocolStateDigest: digests.protocolStateDigest,
    reminderQueueSetDigest: digests.reminderQueueSetDigest,
    requestSetDigest: digests.requestSetDigest,
    resultSetDigest: digests.resultSetDigest,
    stateViewSetDigest: digests.stateViewSetDigest,
    toolRenderSetDigest: digests.toolRenderSetDigest,
    useSetDigest: digests.useSetDigest,
  };
}
