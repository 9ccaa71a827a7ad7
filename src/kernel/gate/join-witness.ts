import type { EvidenceDigests, NormalizedEvidence } from "../evidence/normalized.ts";
import type { JoinReport } from "./join-check.ts";
import type { MutationReport } from "./mutation-check.ts";
import type { CheckRow } from "./run.ts";

/** What `JoinClosed` is decided from: every digest but the call's, the bound policies, and what is open (contract 1.5). */
export type JoinInput = Omit<EvidenceDigests, "callSpecDigest"> & Readonly<Record<string, unknown>>;

/** The witness of one join check; keys stand in code-point order, absent ones are undefined. */
export interface JoinWitness {
  readonly digests: EvidenceDigests;
  readonly joinInput: JoinInput;
  readonly mutationInput: Readonly<Record<string, unknown>>;
  readonly schema: 1;
  /** The `full` profile only: what was judged, and how each class ended. */
  readonly tusk: TuskWitness | undefined;
  readonly witnessKind: "premath.harness.join_check.v1";
}

/** What a full join proves: the evidence by digest, and every class with its outcome. */
export interface TuskWitness {
  readonly checks: readonly CheckRow[];
  readonly evidenceDigest: string;
  readonly profile: "full";
}

/** What `harness-join-check --json` prints, keys sorted at every level. `checks` is there only when asked for. */
export interface JoinCheckPayload {
  readonly action: "harness-join-check";
  readonly checks: { readonly profile: JoinReport["profile"]; readonly rules: readonly CheckRow[] } | undefined;
  readonly failureClasses: readonly string[];
  readonly joinClosed: boolean;
  /** There only when a mutation was brought along. */
  readonly mutation: MutationReport | undefined;
  readonly normalized: NormalizedEvidence;
  readonly result: "accepted" | "rejected";
  readonly witness: JoinWitness;
}

/** Lays a report out as the contract's 1.5 prints it; the top-level `joinClosed` there means accepted. */
export function joinCheckPayload(
  report: JoinReport,
  options: { readonly checks: boolean; readonly mutation?: MutationReport },
): JoinCheckPayload {
  const { mutation } = options;
  return {
    action: "harness-join-check",
    checks: options.checks ? { profile: report.profile, rules: report.checks.map(sortedCheckRow) } : undefined,
    failureClasses: report.failureClasses,
    joinClosed: report.accepted,
    mutation:
      mutation === undefined
        ? undefined
        : {
            accepted: mutation.accepted,
            checks: mutation.checks.map(sortedCheckRow),
            failureClasses: mutation.failureClasses,
          },
    normalized: report.normalized,
    result: report.accepted ? "accepted" : "rejected",
    witness: joinWitness(report),
  };
}

/** The witness of a judged turn, keys in code-point order. */
export function joinWitness({ checks, evidenceDigest, normalized }: JoinReport): JoinWitness {
  return {
    digests: normalized.digests,
    joinInput: joinInput(normalized),
    mutationInput: mutationInput(normalized),
    schema: 1,
    tusk:
      evidenceDigest === undefined
        ? undefined
        : { checks: checks.map(sortedCheckRow), evidenceDigest, profile: "full" },
    witnessKind: "premath.harness.join_check.v1",
  };
}

/** One class's outcome with its keys in code-point order. */
function sortedCheckRow(row: CheckRow): CheckRow {
  if (row.outcome !== "tripped" && row.outcome !== "withheld") return row;
  const findings = row.findings.map(({ note, path, subject }) => ({ note, path, subject }));
  if (row.outcome === "withheld") return { class: row.class, findings, outcome: row.outcome };
  const { answer, class: failClass, outcome } = row;
  return answer === undefined
    ? { class: failClass, findings, outcome }
    : { answer, class: failClass, findings, outcome };
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
