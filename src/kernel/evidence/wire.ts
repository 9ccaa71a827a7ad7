import { struct, type StructOf } from "../json/shape.ts";
import type { Json } from "../json/value.ts";

/** The eleven fields a turn binds before it starts (seed 001, 3.1). */
export interface CallSpecInput {
  readonly callId: string;
  readonly modelRef: string;
  readonly actionMode: string;
  readonly executionPattern: string;
  readonly normalizerId: string;
  readonly mutationPolicyDigest: string;
  readonly governancePolicyDigest: string;
  readonly toolRenderProtocolDigest: string;
  readonly reminderQueuePolicyDigest: string;
  readonly stateViewPolicyDigest: string;
  readonly decompositionPolicyDigest: string;
}

/** One tool call the model asked for. */
export interface ToolRequestInput {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly schemaDigest?: string | null;
  readonly callerId?: string | null;
  readonly searchRefDigest?: string | null;
}

/** One terminal result; error material may come as fields or inside `rawError`. */
export interface ToolResultInput {
  readonly toolCallId: string;
  readonly status?: string | null;
  readonly resultDigest?: string | null;
  readonly payload?: Json;
  readonly errorCode?: string | null;
  readonly retryable?: boolean | null;
  readonly errorMessage?: string | null;
  readonly rawError?: Json;
}

/** What became of one result. */
export interface ToolUseInput {
  readonly toolCallId: string;
  readonly disposition: string;
  readonly resultDigest?: string | null;
}

/** Why the model stopped, and whether the loop may go on. */
export interface ProtocolStateInput {
  readonly stopReason: string;
  readonly continuationAllowed?: boolean;
}

/** A transfer of work to another role. */
export interface HandoffObservationInput {
  readonly target: string;
  readonly requiredArtifactRefs?: readonly string[];
  readonly returnPathRef?: string | null;
}

/** How one result was shown to the operator and to the model. */
export interface ToolRenderObservationInput {
  readonly toolCallId: string;
  readonly operatorPayloadDigest: string;
  readonly reminderRenderDigest: string;
  readonly injectionPoint: string;
  readonly policyDigest: string;
}

/** One reduced reminder queue. */
export interface ReminderQueueReductionInput {
  readonly queueId: string;
  readonly reducedDigest: string;
  readonly policyDigest: string;
}

/** One state view the next request is built from. */
export interface StateViewObservationInput {
  readonly viewId: string;
  readonly viewDigest: string;
  readonly policyDigest: string;
  readonly sourceRefs?: readonly string[];
}

/** The evidence of one turn as it stands in a file (contract 1.1). */
export interface TypestateEvidenceInput {
  readonly callSpec: CallSpecInput;
  readonly toolRequests?: readonly ToolRequestInput[];
  readonly toolResults?: readonly ToolResultInput[];
  readonly toolUse?: readonly ToolUseInput[];
  readonly protocolState: ProtocolStateInput;
  readonly handoff?: HandoffObservationInput | null;
  readonly toolRender?: readonly ToolRenderObservationInput[];
  readonly reminderQueue?: readonly ReminderQueueReductionInput[];
  readonly stateViews?: readonly StateViewObservationInput[];
  readonly sessionRefs?: readonly string[];
  readonly trajectoryRefs?: readonly string[];
  /** Present means the `full` profile (CONTRACT-EVIDENCE); the reference ignores it. */
  readonly tusk?: Json;
}

/** Where a governance policy package comes from. */
export interface PolicyProvenanceInput {
  readonly pinned: boolean;
  readonly packageRef?: string | null;
  readonly expectedDigest?: string | null;
  readonly boundDigest?: string | null;
}

/** The governance claim of a run. */
export interface GovernanceProfileInput {
  readonly claimId?: string | null;
  readonly claimed: boolean;
  readonly policyProvenance?: PolicyProvenanceInput | null;
}

/** A declared verdict on transport order: it can add a violation, never remove one. */
export interface ProtocolConstraintsInput {
  readonly parallelTransportOrderValid?: boolean | null;
}

/** What a handoff has to carry. */
export interface HandoffConstraintsInput {
  readonly requiredArtifactRefs?: readonly string[];
  readonly allowedTargets?: readonly string[];
  readonly requireReturnPath?: boolean;
}

/** A declared verdict on truncation. */
export interface TruncationConstraintsInput {
  readonly required?: boolean;
  readonly valid?: boolean;
}

/** What decomposition the policy expects. */
export interface DecompositionConstraintsInput {
  readonly admissible?: boolean | null;
  readonly expectedExecutionPattern?: string | null;
  readonly expectedPolicyDigest?: string | null;
}

/** A whole `harness-join-check` file (contract 1.1). */
export interface JoinCheckInput {
  readonly evidence: TypestateEvidenceInput;
  readonly governanceProfile?: GovernanceProfileInput | null;
  readonly protocolConstraints?: ProtocolConstraintsInput | null;
  readonly handoffConstraints?: HandoffConstraintsInput | null;
  readonly truncationConstraints?: TruncationConstraintsInput | null;
  readonly decompositionConstraints?: DecompositionConstraintsInput | null;
}

const STRING = { kind: "string" } as const;
const BOOLEAN = { kind: "boolean" } as const;
const text = { presence: "required", shape: STRING } as const;
const maybeText = { presence: "optional", shape: STRING } as const;
const truth = { presence: "required", shape: BOOLEAN } as const;
const maybeTruth = { presence: "optional", shape: BOOLEAN } as const;
const defaultFalse = { presence: "defaulted", shape: BOOLEAN } as const;
const maybeFree = { presence: "optional", shape: { kind: "free" } } as const;
const refs = { presence: "defaulted", shape: { kind: "list", of: STRING } } as const;

function rows<T>(of: StructOf<T>): { presence: "defaulted"; shape: { kind: "list"; of: StructOf<T> } } {
  return { presence: "defaulted", shape: { kind: "list", of } };
}

function maybe<T>(shape: StructOf<T>): { presence: "optional"; shape: StructOf<T> } {
  return { presence: "optional", shape };
}

const CALL_SPEC = struct<CallSpecInput>("CallSpecInput", {
  callId: text,
  modelRef: text,
  actionMode: text,
  executionPattern: text,
  normalizerId: text,
  mutationPolicyDigest: text,
  governancePolicyDigest: text,
  toolRenderProtocolDigest: text,
  reminderQueuePolicyDigest: text,
  stateViewPolicyDigest: text,
  decompositionPolicyDigest: text,
});

const TOOL_REQUEST = struct<ToolRequestInput>("ToolRequestInput", {
  toolCallId: text,
  toolName: text,
  schemaDigest: maybeText,
  callerId: maybeText,
  searchRefDigest: maybeText,
});

const TOOL_RESULT = struct<ToolResultInput>("ToolResultInput", {
  toolCallId: text,
  status: maybeText,
  resultDigest: maybeText,
  payload: maybeFree,
  errorCode: maybeText,
  retryable: maybeTruth,
  errorMessage: maybeText,
  rawError: maybeFree,
});

const TOOL_USE = struct<ToolUseInput>("ToolUseInput", { toolCallId: text, disposition: text, resultDigest: maybeText });

const PROTOCOL_STATE = struct<ProtocolStateInput>("ProtocolStateInput", {
  stopReason: text,
  continuationAllowed: defaultFalse,
});

const HANDOFF = struct<HandoffObservationInput>("HandoffObservationInput", {
  target: text,
  requiredArtifactRefs: refs,
  returnPathRef: maybeText,
});

const TOOL_RENDER = struct<ToolRenderObservationInput>("ToolRenderObservationInput", {
  toolCallId: text,
  operatorPayloadDigest: text,
  reminderRenderDigest: text,
  injectionPoint: text,
  policyDigest: text,
});

const REMINDER_QUEUE = struct<ReminderQueueReductionInput>("ReminderQueueReductionInput", {
  queueId: text,
  reducedDigest: text,
  policyDigest: text,
});

const STATE_VIEW = struct<StateViewObservationInput>("StateViewObservationInput", {
  viewId: text,
  viewDigest: text,
  policyDigest: text,
  sourceRefs: refs,
});

const EVIDENCE = struct<TypestateEvidenceInput>("TypestateEvidenceInput", {
  callSpec: { presence: "required", shape: CALL_SPEC },
  toolRequests: rows(TOOL_REQUEST),
  toolResults: rows(TOOL_RESULT),
  toolUse: rows(TOOL_USE),
  protocolState: { presence: "required", shape: PROTOCOL_STATE },
  handoff: maybe(HANDOFF),
  toolRender: rows(TOOL_RENDER),
  reminderQueue: rows(REMINDER_QUEUE),
  stateViews: rows(STATE_VIEW),
  sessionRefs: refs,
  trajectoryRefs: refs,
  tusk: maybeFree,
});

const POLICY_PROVENANCE = struct<PolicyProvenanceInput>("PolicyProvenanceInput", {
  pinned: truth,
  packageRef: maybeText,
  expectedDigest: maybeText,
  boundDigest: maybeText,
});

const GOVERNANCE_PROFILE = struct<GovernanceProfileInput>("GovernanceProfileInput", {
  claimId: maybeText,
  claimed: truth,
  policyProvenance: maybe(POLICY_PROVENANCE),
});

/** The shape of a join-check file; field order is the contract's, because a missing field is named in that order. */
export const JOIN_CHECK_INPUT: StructOf<JoinCheckInput> = struct<JoinCheckInput>("JoinCheckInput", {
  evidence: { presence: "required", shape: EVIDENCE },
  governanceProfile: maybe(GOVERNANCE_PROFILE),
  protocolConstraints: maybe(
    struct<ProtocolConstraintsInput>("ProtocolConstraintsInput", { parallelTransportOrderValid: maybeTruth }),
  ),
  handoffConstraints: maybe(
    struct<HandoffConstraintsInput>("HandoffConstraintsInput", {
      requiredArtifactRefs: refs,
      allowedTargets: refs,
      requireReturnPath: defaultFalse,
    }),
  ),
  truncationConstraints: maybe(
    struct<TruncationConstraintsInput>("TruncationConstraintsInput", { required: defaultFalse, valid: defaultFalse }),
  ),
  decompositionConstraints: maybe(
    struct<DecompositionConstraintsInput>("DecompositionConstraintsInput", {
      admissible: maybeTruth,
      expectedExecutionPattern: maybeText,
      expectedPolicyDigest: maybeText,
    }),
  ),
});
