import type { EvidenceDigests, NormalizedCallSpec } from "../evidence/normalized.ts";

/** What the join set of a plain turn names. */
export type WireSets = Omit<EvidenceDigests, "callSpecDigest" | "handoffDigest" | "joinSetDigest"> & {
  readonly queueIds: readonly string[];
  readonly stateViewIds: readonly string[];
};

/** The canonical text of the join set of a plain turn: nothing is missing in one, and every row is of the policies that are bound (contract 1.6). */
export function joinSetText(sets: WireSets, callIds: string): string {
  const { queueIds, stateViewIds } = sets;
  return (
    `{"continuationContextReady":true,"handoffDigest":null,"missingRenderCallIds":[],"missingResultCallIds":[],"missingUseCallIds":[]` +
    `,"orphanResultCallIds":[],"protocolStateDigest":"${sets.protocolStateDigest}","queueIds":${JSON.stringify(queueIds)}` +
    `,"queuePolicyValid":true,"queueReductionPresent":${queueIds.length > 0},"reminderQueueSetDigest":"${sets.reminderQueueSetDigest}"` +
    `,"renderCallIds":${callIds},"renderPolicyValid":true,"requestSetDigest":"${sets.requestSetDigest}","requestedCallIds":${callIds}` +
    `,"resultCallIds":${callIds},"resultSetDigest":"${sets.resultSetDigest}","stateViewIds":${JSON.stringify(stateViewIds)}` +
    `,"stateViewPolicyValid":true,"stateViewPresent":${stateViewIds.length > 0},"stateViewSetDigest":"${sets.stateViewSetDigest}"` +
    `,"toolRenderSetDigest":"${sets.toolRenderSetDigest}","unknownUseCallIds":[],"useSetDigest":"${sets.useSetDigest}","usedCallIds":${callIds}}`
  );
}

/** The canonical text of a bound call spec. Its digests were computed: nothing in them has to be written otherwise. */
export function callSpecText(spec: NormalizedCallSpec): string {
  return (
    `{"actionMode":"${spec.actionMode}","callId":"${spec.callId}","decompositionPolicyDigest":"${spec.decompositionPolicyDigest}"` +
    `,"executionPattern":"${spec.executionPattern}","governancePolicyDigest":"${spec.governancePolicyDigest}"` +
    `,"modelRef":${JSON.stringify(spec.modelRef)},"mutationPolicyDigest":"${spec.mutationPolicyDigest}","normalizerId":"${spec.normalizerId}"` +
    `,"reminderQueuePolicyDigest":"${spec.reminderQueuePolicyDigest}","stateViewPolicyDigest":"${spec.stateViewPolicyDigest}"` +
    `,"toolRenderProtocolDigest":"${spec.toolRenderProtocolDigest}"}`
  );
}
