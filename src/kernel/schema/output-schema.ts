import type { Digest } from "../digest/digest.ts";
import type {
  ContextState,
  ErrorEnvelope,
  EvidenceDigests,
  JoinState,
  NormalizedCallSpec,
  NormalizedEvidence,
  NormalizedHandoff,
  NormalizedProtocolState,
  NormalizedReminderQueue,
  NormalizedStateView,
  NormalizedToolRender,
  NormalizedToolRequest,
  NormalizedToolResult,
  NormalizedToolUse,
} from "../evidence/normalized.ts";
import { constant, list, optional, record, type Schema, text, truth, words } from "./schema.ts";

/** How a normalised value stands in JSON: what is undefined is left out, a digest is text. */
export type OnWire<T> = T extends Digest
  ? string
  : T extends readonly (infer Item)[]
    ? readonly OnWire<Item>[]
    : T extends object
      ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: OnWire<T[K]> } & {
          readonly [K in keyof T as undefined extends T[K] ? K : never]?: OnWire<Exclude<T[K], undefined>>;
        }
      : T;

const texts = list(text);
const maybeTexts = optional(texts);

const CALL_SPEC = record<OnWire<NormalizedCallSpec>>({
  actionMode: text,
  callId: text,
  decompositionPolicyDigest: text,
  executionPattern: text,
  governancePolicyDigest: text,
  modelRef: text,
  mutationPolicyDigest: text,
  normalizerId: text,
  reminderQueuePolicyDigest: text,
  stateViewPolicyDigest: text,
  toolRenderProtocolDigest: text,
});

/** The ten digests of a normalised turn. */
export const DIGESTS: Schema<OnWire<EvidenceDigests>> = record<OnWire<EvidenceDigests>>({
  callSpecDigest: text,
  handoffDigest: optional(text),
  joinSetDigest: text,
  protocolStateDigest: text,
  reminderQueueSetDigest: text,
  requestSetDigest: text,
  resultSetDigest: text,
  stateViewSetDigest: text,
  toolRenderSetDigest: text,
  useSetDigest: text,
});

const JOIN_STATE = record<OnWire<JoinState>>({
  joinClosed: truth,
  missingResultCallIds: maybeTexts,
  missingUseCallIds: maybeTexts,
  orphanResultCallIds: maybeTexts,
  requestedCallIds: maybeTexts,
  resultCallIds: maybeTexts,
  unknownUseCallIds: maybeTexts,
  usedCallIds: maybeTexts,
});

const CONTEXT_STATE = record<OnWire<ContextState>>({
  continuationContextReady: truth,
  missingRenderCallIds: maybeTexts,
  queueIds: maybeTexts,
  queuePolicyValid: truth,
  queueReductionPresent: truth,
  renderCallIds: maybeTexts,
  renderPolicyValid: truth,
  stateViewIds: maybeTexts,
  stateViewPolicyValid: truth,
  stateViewPresent: truth,
});

const REQUEST = record<OnWire<NormalizedToolRequest>>({
  callerId: optional(text),
  schemaDigest: optional(text),
  searchRefDigest: optional(text),
  toolCallId: text,
  toolName: text,
});

const RESULT = record<OnWire<NormalizedToolResult>>({
  error: optional(record<OnWire<ErrorEnvelope>>({ errorCode: text, errorMessageDigest: text, retryable: truth })),
  resultDigest: optional(text),
  status: words("ok", "error"),
  toolCallId: text,
});

const USE = record<OnWire<NormalizedToolUse>>({
  disposition: words("consumed", "observed", "discarded"),
  resultDigest: optional(text),
  toolCallId: text,
});

const RENDER = record<OnWire<NormalizedToolRender>>({
  injectionPoint: text,
  operatorPayloadDigest: text,
  policyDigest: text,
  reminderRenderDigest: text,
  toolCallId: text,
});

const VIEW = record<OnWire<NormalizedStateView>>({
  policyDigest: text,
  sourceRefs: maybeTexts,
  viewDigest: text,
  viewId: text,
});

/** `premath.harness.typestate_normalized.v1` (K09). */
export const NORMALIZED: Schema<OnWire<NormalizedEvidence>> = record<OnWire<NormalizedEvidence>>({
  callSpec: CALL_SPEC,
  contextState: CONTEXT_STATE,
  digests: DIGESTS,
  handoff: optional(
    record<OnWire<NormalizedHandoff>>({
      requiredArtifactRefs: maybeTexts,
      returnPathRef: optional(text),
      target: text,
    }),
  ),
  joinState: JOIN_STATE,
  kind: constant("premath.harness.typestate_normalized.v1"),
  protocolState: record<OnWire<NormalizedProtocolState>>({ continuationAllowed: truth, stopReason: text }),
  reminderQueue: optional(
    list(record<OnWire<NormalizedReminderQueue>>({ policyDigest: text, queueId: text, reducedDigest: text })),
  ),
  schema: constant(1),
  sessionRefs: maybeTexts,
  stateViews: optional(list(VIEW)),
  toolRender: optional(list(RENDER)),
  toolRequests: optional(list(REQUEST)),
  toolResults: optional(list(RESULT)),
  toolUse: optional(list(USE)),
  trajectoryRefs: maybeTexts,
});
