import type { EvidenceDigests, NormalizedEvidence } from "../evidence/normalized.ts";
import type { JoinReport } from "./join-check.ts";
import type { CheckRow } from "./run.ts";

/** What `JoinClosed` is decided from: every digest but the call's, the bound policies, and what is open (contract 1.5). */
export type JoinInput = Omit<EvidenceDigests, "callSpecDigest"> & Readonly<Record<string, unknown>>;

/** The witness of one join check; keys stand in code-point order, absent ones are undefined. */
export interface JoinWitness {
  readonly digests: EvidenceDigests;
  readonly joinInput: JoinInput;
  readonly mutationInput: Readonly<Record<string, unknown>>;
  readonly schema: 1;
  readonly witnessKind: "premath.harness.join_check.v1";
}

/** What `harness-join-check --json` prints, keys sorted at every level. `checks` is there only when asked for. */
export interface JoinCheckPayload {
  readonly action: "harness-join-check";
  readonly checks: { readonly profile: "reference"; readonly rules: readonly CheckRow[] } | undefined;
  readonly failureClasses: readonly string[];
  readonly joinClosed: boolean;
  readonly normalized: NormalizedEvidence;
  readonly result: "accepted" | "rejected";
  readonly witness: JoinWitness;
}

/** Lays a report out as the contract's 1.5 prints it; the top-level `joinClosed` there means accepted. */
export function joinCheckPayload(report: JoinReport, options: { readonly checks: boolean }): JoinCheckPayload {
  return {
    action: "harness-join-check",
    checks: options.checks ? { profile: report.profile, rules: report.checks.map(sortedCheckRow) } : undefined,
    failureClasses: report.failureClasses,
    joinClosed: report.accepted,
    normalized: report.normalized,
    result: report.accepted ? "accepted" : "rejected",
    witness: joinWitness(report.normalized),
  };
}

function sortedCheckRow(row: CheckRow): CheckRow {
  if (row.outcome !== "tripped") return row;
  const findings = row.findings.map(({ note, path, subject }) => ({ note, path, subject }));
  return { class: row.class, findings, outcome: row.outcome };
}

function joinWitness(evidence: NormalizedEvidence): JoinWitness {
  return {
    digests: evidence.digests,
    joinInput: joinInput(evidence),
    mutationInput: mutationInput(evidence),
    schema: 1,
    witnessKind: "premath.harness.join_check.v1",
  };
}

function joinInput({ callSpec, contextState, digests, joinState }: NormalizedEvidence): JoinInput {
  return {
    continuationContextReady: contextState.continuationContextReady,
    decompositionPolicyDigest: callSpec.decompositionPolicyDigest,
    handoffDigest: digests.handoffDigest,
    joinClosed: joinState.joinClosed,
    joinSetDigest: digests.joinSetDigest,
    missingRenderCallIds: contextState.missingRenderCallIds,
    missingResultCallIds: joinState.missingResultCallIds,
    missingUseCallIds: joinState.missingUseCallIds,
    orphanResultCallIds: joinState.orphanResultCallIds,
    protocolStateDigest: digests.protocolStateDigest,
    queuePolicyValid: contextState.queuePolicyValid,
    queueReductionPresent: contextState.queueReductionPresent,
    reminderQueuePolicyDigest: callSpec.reminderQueuePolicyDigest,
    reminderQueueSetDigest: digests.reminderQueueSetDigest,
    renderPolicyValid: contextState.renderPolicyValid,
    requestSetDigest: digests.requestSetDigest,
    resultSetDigest: digests.resultSetDigest,
    stateViewPolicyDigest: callSpec.stateViewPolicyDigest,
    stateViewPolicyValid: contextState.stateViewPolicyValid,
    stateViewPresent: contextState.stateViewPresent,
    stateViewSetDigest: digests.stateViewSetDigest,
    toolRenderProtocolDigest: callSpec.toolRenderProtocolDigest,
    toolRenderSetDigest: digests.toolRenderSetDigest,
    unknownUseCallIds: joinState.unknownUseCallIds,
    useSetDigest: digests.useSetDigest,
  };
}

function mutationInput(evidence: NormalizedEvidence): Readonly<Record<string, unknown>> {
  const { callSpec, contextState, joinState } = evidence;
  return {
    continuationAllowed: evidence.protocolState.continuationAllowed,
    continuationContextReady: contextState.continuationContextReady,
    governancePolicyDigest: callSpec.governancePolicyDigest,
    joinClosed: joinState.joinClosed,
    missingRenderCallIds: contextState.missingRenderCallIds,
    missingResultCallIds: joinState.missingResultCallIds,
    missingUseCallIds: joinState.missingUseCallIds,
    mutationPolicyDigest: callSpec.mutationPolicyDigest,
    normalizerId: callSpec.normalizerId,
    orphanResultCallIds: joinState.orphanResultCallIds,
    queuePolicyValid: contextState.queuePolicyValid,
    queueReductionPresent: contextState.queueReductionPresent,
    renderPolicyValid: contextState.renderPolicyValid,
    sessionRefs: evidence.sessionRefs,
    stateViewPolicyValid: contextState.stateViewPolicyValid,
    stateViewPresent: contextState.stateViewPresent,
    trajectoryRefs: evidence.trajectoryRefs,
    unknownUseCallIds: joinState.unknownUseCallIds,
  };
}
