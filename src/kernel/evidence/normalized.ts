import type { Digest } from "../digest/digest.ts";

/*
 * Normalised evidence (K09). Keys stand in code-point order and what is absent is undefined, so that the native
 * `JSON.stringify` of these values is their canonical form; a property test holds both forms against each other.
 */

/** The bound call, trimmed, mode and pattern in lower case. */
export interface NormalizedCallSpec {
  readonly actionMode: string;
  readonly callId: string;
  readonly decompositionPolicyDigest: string;
  readonly executionPattern: string;
  readonly governancePolicyDigest: string;
  readonly modelRef: string;
  readonly mutationPolicyDigest: string;
  readonly normalizerId: string;
  readonly reminderQueuePolicyDigest: string;
  readonly stateViewPolicyDigest: string;
  readonly toolRenderProtocolDigest: string;
}

export interface NormalizedToolRequest {
  readonly callerId: string | undefined;
  readonly schemaDigest: string | undefined;
  readonly searchRefDigest: string | undefined;
  readonly toolCallId: string;
  readonly toolName: string;
}

/** What a failed call says to a machine; the message enters only as its digest. */
export interface ErrorEnvelope {
  readonly errorCode: string;
  readonly errorMessageDigest: Digest;
  readonly retryable: boolean;
}

export interface NormalizedToolResult {
  readonly error: ErrorEnvelope | undefined;
  readonly resultDigest: string | undefined;
  readonly status: "ok" | "error";
  readonly toolCallId: string;
}

export type Disposition = "consumed" | "observed" | "discarded";

export interface NormalizedToolUse {
  readonly disposition: Disposition;
  readonly resultDigest: string | undefined;
  readonly toolCallId: string;
}

export interface NormalizedProtocolState {
  readonly continuationAllowed: boolean;
  readonly stopReason: string;
}

export interface NormalizedHandoff {
  readonly requiredArtifactRefs: readonly string[] | undefined;
  readonly returnPathRef: string | undefined;
  readonly target: string;
}

export interface NormalizedToolRender {
  readonly injectionPoint: string;
  readonly operatorPayloadDigest: string;
  readonly policyDigest: string;
  readonly reminderRenderDigest: string;
  readonly toolCallId: string;
}

export interface NormalizedReminderQueue {
  readonly policyDigest: string;
  readonly queueId: string;
  readonly reducedDigest: string;
}

export interface NormalizedStateView {
  readonly policyDigest: string;
  readonly sourceRefs: readonly string[] | undefined;
  readonly viewDigest: string;
  readonly viewId: string;
}

/** All digests of one turn (contract 1.6); `handoffDigest` is absent without a handoff. */
export interface EvidenceDigests {
  readonly callSpecDigest: Digest;
  readonly handoffDigest: Digest | undefined;
  readonly joinSetDigest: Digest;
  readonly protocolStateDigest: Digest;
  readonly reminderQueueSetDigest: Digest;
  readonly requestSetDigest: Digest;
  readonly resultSetDigest: Digest;
  readonly stateViewSetDigest: Digest;
  readonly toolRenderSetDigest: Digest;
  readonly useSetDigest: Digest;
}

/** Which calls lack a result or a use, and which results and uses lack a call; `undefined` stands for none. */
export interface JoinState {
  readonly joinClosed: boolean;
  readonly missingResultCallIds: readonly string[] | undefined;
  readonly missingUseCallIds: readonly string[] | undefined;
  readonly orphanResultCallIds: readonly string[] | undefined;
  readonly requestedCallIds: readonly string[] | undefined;
  readonly resultCallIds: readonly string[] | undefined;
  readonly unknownUseCallIds: readonly string[] | undefined;
  readonly usedCallIds: readonly string[] | undefined;
}

/** Whether the next request can be rebuilt from what this turn left (contract 1.3). */
export interface ContextState {
  readonly continuationContextReady: boolean;
  readonly missingRenderCallIds: readonly string[] | undefined;
  readonly queueIds: readonly string[] | undefined;
  readonly queuePolicyValid: boolean;
  readonly queueReductionPresent: boolean;
  readonly renderCallIds: readonly string[] | undefined;
  readonly renderPolicyValid: boolean;
  readonly stateViewIds: readonly string[] | undefined;
  readonly stateViewPolicyValid: boolean;
  readonly stateViewPresent: boolean;
}

/** The normalised turn without its digests: what rules look at. */
export type NormalizedState = Omit<NormalizedEvidence, "digests">;

/** The normalised turn, as `harness-join-check` prints it under `normalized`. */
export interface NormalizedEvidence {
  readonly callSpec: NormalizedCallSpec;
  readonly contextState: ContextState;
  readonly digests: EvidenceDigests;
  readonly handoff: NormalizedHandoff | undefined;
  readonly joinState: JoinState;
  readonly kind: "premath.harness.typestate_normalized.v1";
  readonly protocolState: NormalizedProtocolState;
  readonly reminderQueue: readonly NormalizedReminderQueue[] | undefined;
  readonly schema: 1;
  readonly sessionRefs: readonly string[] | undefined;
  readonly stateViews: readonly NormalizedStateView[] | undefined;
  readonly toolRender: readonly NormalizedToolRender[] | undefined;
  readonly toolRequests: readonly NormalizedToolRequest[] | undefined;
  readonly toolResults: readonly NormalizedToolResult[] | undefined;
  readonly toolUse: readonly NormalizedToolUse[] | undefined;
  readonly trajectoryRefs: readonly string[] | undefined;
}
