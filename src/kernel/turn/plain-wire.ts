import type { EvidenceDigests, NormalizedCallSpec } from "../evidence/normalized.ts";

/** What the join set of a plain turn names. */
export type WireSets = Omit<EvidenceDigests, "callSpecDigest" | "handoffDigest" | "joinSetDigest"> & {
  /** As they are written. */
  readonly queueIds: string;
  readonly stateViewIds: string;
};

/** The canonical text of the join set of a plain turn: nothing is missing in one, and every row is of the policies that are bound (contract 1.6). */
export function joinSetText(sets: WireSets, callIds: string): string {
  const { queueIds, stateViewIds } = sets;
  return (
    `{"continuationContextReady":true,"handoffDigest":null,"missingRenderCallIds":[],"missingResultCallIds":[],"missingUseCallIds":[]` +
    `,"orphanResultCallIds":[],"protocolStateDigest":"${sets.protocolStateDigest}","queueIds":${queueIds}` +
    `,"queuePolicyValid":true,"queueReductionPresent":${queueIds !== "[]"},"reminderQueueSetDigest":"${sets.reminderQueueSetDigest}"` +
    `,"renderCallIds":${callIds},"renderPolicyValid":true,"requestSetDigest":"${sets.requestSetDigest}","requestedCallIds":${callIds}` +
    `,"resultCallIds":${callIds},"resultSetDigest":"${sets.resultSetDigest}","stateViewIds":${stateViewIds}` +
    `,"stateViewPolicyValid":true,"stateViewPresent":${stateViewIds !== "[]"},"stateViewSetDigest":"${sets.stateViewSetDigest}"` +
    `,"toolRenderSetDigest":"${sets.toolRenderSetDigest}","unknownUseCallIds":[],"useSetDigest":"${sets.useSetDigest}","usedCallIds":${callIds}}`
  );
}

/**
 * Writes the canonical texts of bound call specs, where all are of the same policies: all but the call's id stays the same from turn to
 * turn, and is written once. Digests were computed: nothing in them has to be written otherwise.
 */
export function callSpecTexts(): (spec: NormalizedCallSpec) => string {
  let last: NormalizedCallSpec | undefined;
  let [head, tail] = ["", ""];
  return (spec) => {
    const { actionMode, executionPattern, modelRef } = spec;
    const isSame = last?.executionPattern === executionPattern && last.modelRef === modelRef;
    if (!isSame || last?.actionMode !== actionMode) {
      head = `{"actionMode":"${actionMode}","callId":"`;
      tail = specTail(spec);
      last = spec;
    }
    return `${head}${spec.callId}${tail}`;
  };
}

function specTail(spec: NormalizedCallSpec): string {
  return (
    `","decompositionPolicyDigest":"${spec.decompositionPolicyDigest}"` +
    `,"executionPattern":"${spec.executionPattern}","governancePolicyDigest":"${spec.governancePolicyDigest}"` +
    `,"modelRef":${JSON.stringify(spec.modelRef)},"mutationPolicyDigest":"${spec.mutationPolicyDigest}","normalizerId":"${spec.normalizerId}"` +
    `,"reminderQueuePolicyDigest":"${spec.reminderQueuePolicyDigest}","stateViewPolicyDigest":"${spec.stateViewPolicyDigest}"` +
    `,"toolRenderProtocolDigest":"${spec.toolRenderProtocolDigest}"}`
  );
}
