import { canonicalJson } from "../digest/canonical.ts";
import { type Digest, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Json } from "../json/value.ts";
import { errorMaterial } from "./error-envelope.ts";
import { normalizeRefs, required } from "./fields.ts";
import type {
  Disposition,
  NormalizedCallSpec,
  NormalizedHandoff,
  NormalizedProtocolState,
  NormalizedReminderQueue,
  NormalizedStateView,
  NormalizedToolRender,
  NormalizedToolRequest,
  NormalizedToolResult,
  NormalizedToolUse,
} from "./normalized.ts";
import { NotNormal } from "./rows.ts";
import { asciiLower, present, trimmed } from "./text.ts";
import type {
  CallSpecInput,
  HandoffObservationInput,
  ProtocolStateInput,
  ReminderQueueReductionInput,
  StateViewObservationInput,
  ToolRenderObservationInput,
  ToolRequestInput,
  ToolResultInput,
  ToolUseInput,
} from "./wire.ts";

export function normalizeCallSpec(spec: CallSpecInput): NormalizedCallSpec {
  // Checked in the contract's order: the first blank field is the one named.
  const callId = required(spec.callId, "callSpec.callId");
  const modelRef = required(spec.modelRef, "callSpec.modelRef");
  const actionMode = asciiLower(required(spec.actionMode, "callSpec.actionMode"));
  const executionPattern = asciiLower(required(spec.executionPattern, "callSpec.executionPattern"));
  const normalizerId = required(spec.normalizerId, "callSpec.normalizerId");
  const mutationPolicyDigest = required(spec.mutationPolicyDigest, "callSpec.mutationPolicyDigest");
  const governancePolicyDigest = required(spec.governancePolicyDigest, "callSpec.governancePolicyDigest");
  const toolRenderProtocolDigest = required(spec.toolRenderProtocolDigest, "callSpec.toolRenderProtocolDigest");
  const reminderQueuePolicyDigest = required(spec.reminderQueuePolicyDigest, "callSpec.reminderQueuePolicyDigest");
  const stateViewPolicyDigest = required(spec.stateViewPolicyDigest, "callSpec.stateViewPolicyDigest");
  const decompositionPolicyDigest = required(spec.decompositionPolicyDigest, "callSpec.decompositionPolicyDigest");
  return {
    actionMode,
    callId,
    decompositionPolicyDigest,
    executionPattern,
    governancePolicyDigest,
    modelRef,
    mutationPolicyDigest,
    normalizerId,
    reminderQueuePolicyDigest,
    stateViewPolicyDigest,
    toolRenderProtocolDigest,
  };
}

export function normalizeToolRequest(row: ToolRequestInput): NormalizedToolRequest {
  const toolCallId = required(row.toolCallId, "toolRequests[].toolCallId");
  const toolName = required(row.toolName, "toolRequests[].toolName");
  return {
    callerId: present(row.callerId),
    schemaDigest: present(row.schemaDigest),
    searchRefDigest: present(row.searchRefDigest),
    toolCallId,
    toolName,
  };
}

/** Status is judged before the id, and error material of a row that says `ok` is dropped (contract 1.2, step 4). */
export function normalizeToolResult(
  row: ToolResultInput,
  sha256: Sha256,
  payloads?: Map<string, PayloadSize>,
): NormalizedToolResult {
  const { code, retryable, message } = errorMaterial(row);
  const failed = code !== undefined || retryable !== undefined || message !== undefined;
  const status = resultStatus(row.status, failed);
  const resultDigest = present(row.resultDigest) ?? payloadDigest(row, sha256, payloads);
  const error =
    status === "ok"
      ? undefined
      : {
          errorCode: code ?? "unknown_error",
          errorMessageDigest: digestText(sha256, message ?? ""),
          retryable: retryable ?? false,
        };
  return { error, resultDigest, status, toolCallId: required(row.toolCallId, "toolResults[].toolCallId") };
}

function payloadDigest(
  row: ToolResultInput,
  sha256: Sha256,
  payloads: Map<string, PayloadSize> | undefined,
): string | undefined {
  const payload = row.payload ?? null;
  if (payload === null) return undefined;
  if (payloads === undefined) return digestJson(sha256, payload);
  const size = measurePayload(payload, sha256);
  payloads.set(trimmed(row.toolCallId), size);
  return size.digest;
}

/** The size of a payload's text and the digest of the payload, as they were measured on the way. */
export interface PayloadSize {
  readonly digest: Digest;
  /** A text payload counts as it is, anything else in its canonical form. */
  readonly bytes: number;
}

/** Measures a payload: its canonical text is hashed and counted once, and not kept. */
export function measurePayload(payload: Json, sha256: Sha256): PayloadSize {
  const text = canonicalJson(payload);
  return { digest: digestText(sha256, text), bytes: utf8Length(typeof payload === "string" ? payload : text) };
}

function resultStatus(given: string | null | undefined, failed: boolean): "ok" | "error" {
  const word = present(given);
  if (word === undefined) return failed ? "error" : "ok";
  const status = asciiLower(word);
  if (status === "ok" || status === "error") return status;
  throw new NotNormal(`toolResults[].status invalid: unsupported value \`${status}\` (expected \`ok\` or \`error\`)`);
}

const DISPOSITIONS: ReadonlyMap<string, Disposition> = new Map([
  ["consumed", "consumed"],
  ["observed", "observed"],
  ["discarded", "discarded"],
]);

export function normalizeToolUse(row: ToolUseInput): NormalizedToolUse {
  const word = asciiLower(required(row.disposition, "toolUse[].disposition"));
  const disposition = DISPOSITIONS.get(word);
  if (disposition === undefined) {
    throw new NotNormal(
      `toolUse[].disposition invalid: unsupported value \`${word}\` (expected consumed|observed|discarded)`,
    );
  }
  const toolCallId = required(row.toolCallId, "toolUse[].toolCallId");
  return { disposition, resultDigest: present(row.resultDigest), toolCallId };
}

export function normalizeProtocolState(state: ProtocolStateInput): NormalizedProtocolState {
  const stopReason = asciiLower(required(state.stopReason, "protocolState.stopReason"));
  return { continuationAllowed: state.continuationAllowed ?? false, stopReason };
}

export function normalizeHandoff(handoff: HandoffObservationInput): NormalizedHandoff {
  const target = required(handoff.target, "handoff.target");
  return {
    requiredArtifactRefs: normalizeRefs(handoff.requiredArtifactRefs),
    returnPathRef: present(handoff.returnPathRef),
    target,
  };
}

export function normalizeToolRender(row: ToolRenderObservationInput): NormalizedToolRender {
  const toolCallId = required(row.toolCallId, "toolRender[].toolCallId");
  const operatorPayloadDigest = required(row.operatorPayloadDigest, "toolRender[].operatorPayloadDigest");
  const reminderRenderDigest = required(row.reminderRenderDigest, "toolRender[].reminderRenderDigest");
  const injectionPoint = asciiLower(required(row.injectionPoint, "toolRender[].injectionPoint"));
  const policyDigest = required(row.policyDigest, "toolRender[].policyDigest");
  return { injectionPoint, operatorPayloadDigest, policyDigest, reminderRenderDigest, toolCallId };
}

export function normalizeReminderQueue(row: ReminderQueueReductionInput): NormalizedReminderQueue {
  const queueId = required(row.queueId, "reminderQueue[].queueId");
  const reducedDigest = required(row.reducedDigest, "reminderQueue[].reducedDigest");
  const policyDigest = required(row.policyDigest, "reminderQueue[].policyDigest");
  return { policyDigest, queueId, reducedDigest };
}

export function normalizeStateView(row: StateViewObservationInput): NormalizedStateView {
  const viewId = required(row.viewId, "stateViews[].viewId");
  const viewDigest = required(row.viewDigest, "stateViews[].viewDigest");
  const policyDigest = required(row.policyDigest, "stateViews[].policyDigest");
  return { policyDigest, sourceRefs: normalizeRefs(row.sourceRefs), viewDigest, viewId };
}
