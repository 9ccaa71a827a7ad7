import type { Json } from "../json/value.ts";
import type { FailClass } from "../gate/classes.ts";
import type { CallSpec } from "./call-spec.ts";
import type { SpecValues } from "./spec-values.ts";

/** Every field of seed 000 §4.1, typed: policies as values where a turn needs them, as computed digests where it only binds them. */
export interface CallSpecFields {
  readonly callId: string;
  readonly modelRef: string;
  readonly actionMode: string;
  readonly executionPattern: string;
  readonly toolChoice: SpecValues["toolChoice"];
  readonly toolPolicy: readonly { readonly tool: string; readonly schemaDigest: string }[];
  readonly toolCatalogDigest: string;
  readonly deferPolicyDigest: string;
  readonly toolExampleDigest: string;
  readonly allowedCallersDigest: string;
  readonly preContextFilterPolicy: SpecValues["preContextFilter"];
  readonly evalProfileRef: string | undefined;
  readonly parallelPolicy: SpecValues["parallelPolicy"];
  readonly toolTransportPolicy: SpecValues["transportPolicy"];
  readonly toolResponseTruncationPolicy: SpecValues["truncationPolicy"];
  readonly toolRenderProtocolDigest: string;
  readonly executionBoundaryPolicy: SpecValues["boundaryPolicy"];
  readonly runtimeSandboxRef: string;
  readonly compactionPolicyDigest: string | undefined;
  readonly reminderQueuePolicyDigest: string;
  readonly stateViewPolicyDigest: string;
  readonly decompositionPolicyDigest: string;
  readonly governancePolicyDigest: string;
  readonly guardrailStagePolicyDigest: string;
  readonly evalGatePolicyDigest: string | undefined;
  readonly redTeamPolicyDigest: string | undefined;
  readonly observabilityMode: SpecValues["governance"]["observability"]["mode"];
  readonly riskTier: SpecValues["governance"]["riskTier"];
  readonly orchestrationRole: SpecValues["role"];
  readonly contextScopeDigest: string;
  readonly handoffContractDigest: string | undefined;
  readonly mutationPolicyDigest: string;
  readonly normalizerId: string;
  readonly stopPolicy: SpecValues["stopPolicy"];
  readonly protocolStatePolicy: SpecValues["protocolPolicy"];
}

/** A part of the system that acts on a field where no rule can: each is named by the layer that will hold it. */
export type Enforcer = FailClass | "runtime/bind" | "models/request" | "governance/eval-report";

/** Where a field comes from, and who sees to it that it means something (R25). */
export interface CallSpecField {
  /** The draft's field, or what it is computed from. */
  readonly source: string;
  readonly enforcedBy: readonly [Enforcer, ...Enforcer[]];
}

/** Each field's source and enforcer. A field without a row does not compile. */
export const CALL_SPEC_FIELDS: { readonly [F in keyof CallSpecFields]: CallSpecField } = {
  callId: { source: "derived from turn and values", enforcedBy: ["runtime/bind", "mutation.use_evidence_missing"] },
  modelRef: { source: "modelRef", enforcedBy: ["models/request"] },
  actionMode: { source: "actionMode", enforcedBy: ["tool.schema_invalid", "tool.programmatic_caller_edge_invalid"] },
  executionPattern: {
    source: "executionPattern",
    enforcedBy: ["coordination.decomposition_policy_violation", "tool.parallel_policy_violation"],
  },
  toolChoice: {
    source: "values.toolChoice",
    enforcedBy: ["tool.unknown_or_disallowed", "protocol.stop_reason_unhandled", "models/request"],
  },
  toolPolicy: {
    source: "values.toolPolicy and values.catalog",
    enforcedBy: ["tool.unknown_or_disallowed", "tool.schema_invalid"],
  },
  toolCatalogDigest: { source: "digest of values.catalog", enforcedBy: ["tool.discovery_mismatch"] },
  deferPolicyDigest: { source: "digest of values.catalog loading", enforcedBy: ["tool.discovery_unresolved"] },
  toolExampleDigest: { source: "digest of values.catalog examples", enforcedBy: ["tool.example_digest_mismatch"] },
  allowedCallersDigest: {
    source: "digest of values.catalog allowedCallers",
    enforcedBy: ["tool.caller_not_allowed", "tool.programmatic_caller_edge_invalid"],
  },
  preContextFilterPolicy: { source: "values.preContextFilter", enforcedBy: ["governance/eval-report"] },
  evalProfileRef: {
    source: "values.evalProfileRef",
    enforcedBy: ["coordination.decomposition_policy_violation", "governance/eval-report"],
  },
  parallelPolicy: { source: "values.parallelPolicy", enforcedBy: ["tool.parallel_policy_violation"] },
  toolTransportPolicy: {
    source: "values.transportPolicy",
    enforcedBy: ["protocol.parallel_transport_order_invalid", "models/request"],
  },
  toolResponseTruncationPolicy: {
    source: "values.truncationPolicy",
    enforcedBy: ["tool.response_truncation_policy_violation"],
  },
  toolRenderProtocolDigest: {
    source: "digest of values.renderProtocol",
    enforcedBy: ["context.queue_policy_violation", "context.injection_point_missing"],
  },
  executionBoundaryPolicy: { source: "values.boundaryPolicy", enforcedBy: ["runtime.shell_boundary_violation"] },
  runtimeSandboxRef: { source: "digest of values.sandbox", enforcedBy: ["runtime.shell_boundary_violation"] },
  compactionPolicyDigest: {
    source: "digest of values.compactionPolicy",
    enforcedBy: ["runtime.compaction_state_invalid"],
  },
  reminderQueuePolicyDigest: {
    source: "digest of values.reminderQueuePolicy",
    enforcedBy: ["context.queue_policy_violation"],
  },
  stateViewPolicyDigest: {
    source: "digest of values.stateViewPolicy",
    enforcedBy: ["context.queue_policy_violation", "context.injection_point_missing"],
  },
  decompositionPolicyDigest: {
    source: "digest of values.decompositionPolicy",
    enforcedBy: ["coordination.decomposition_policy_violation"],
  },
  governancePolicyDigest: {
    source: "digest of values.governance",
    enforcedBy: ["governance.policy_package_mismatch", "governance.policy_package_unpinned"],
  },
  guardrailStagePolicyDigest: {
    source: "digest of values.governance.guardrails",
    enforcedBy: ["governance.guardrail_stage_missing", "governance.guardrail_stage_order_invalid"],
  },
  evalGatePolicyDigest: {
    source: "digest of values.governance.evalGate",
    enforcedBy: ["governance.eval_gate_unmet", "governance.eval_lineage_missing"],
  },
  redTeamPolicyDigest: { source: "digest of values.governance.redTeam", enforcedBy: ["governance.redteam_gate_unmet"] },
  observabilityMode: {
    source: "values.governance.observability.mode",
    enforcedBy: ["governance.trace_mode_violation"],
  },
  riskTier: { source: "values.governance.riskTier", enforcedBy: ["governance.risk_tier_profile_missing"] },
  orchestrationRole: {
    source: "values.role",
    enforcedBy: ["context.scope_violation", "handoff.target_not_allowed"],
  },
  contextScopeDigest: { source: "digest of values.contextScope", enforcedBy: ["context.scope_violation"] },
  handoffContractDigest: {
    source: "digest of values.handoffContract",
    enforcedBy: ["handoff.required_artifact_missing", "handoff.target_not_allowed", "handoff.return_path_missing"],
  },
  mutationPolicyDigest: {
    source: "digest of values.mutationPolicy",
    enforcedBy: ["mutation.policy_digest_mismatch"],
  },
  normalizerId: { source: "the constant tusk.normalize.v1", enforcedBy: ["tool.schema_invalid"] },
  stopPolicy: { source: "values.stopPolicy", enforcedBy: ["protocol.stop_reason_unhandled"] },
  protocolStatePolicy: { source: "values.protocolPolicy", enforcedBy: ["protocol.stop_reason_unhandled"] },
};

/** Every field of a bound spec; a digest is computed from its value, and absent where the value is. */
export function callSpecFields(spec: CallSpec, digest: (value: Json) => string): CallSpecFields {
  const { values, wire } = spec;
  const { catalog, governance } = values;
  // Policies are plain JSON by their form.
  const digestOf = (value: unknown): string => digest(value as Json);
  const maybe = (value: unknown): string | undefined => (value === undefined ? undefined : digestOf(value));
  const perTool = (part: (row: SpecValues["catalog"][number]) => unknown): string =>
    digestOf(catalog.map((row) => [row.name, part(row)]));
  const schemas = new Map(catalog.map((row) => [row.name, row.schemaDigest]));
  return {
    callId: wire.callId,
    modelRef: wire.modelRef,
    actionMode: wire.actionMode,
    executionPattern: wire.executionPattern,
    toolChoice: values.toolChoice,
    toolPolicy: values.toolPolicy.allow.map((tool) => ({ tool, schemaDigest: schemas.get(tool) ?? "" })),
    toolCatalogDigest: digestOf(catalog),
    deferPolicyDigest: perTool((row) => row.loading),
    toolExampleDigest: perTool((row) => row.exampleDigest),
    allowedCallersDigest: perTool((row) => row.allowedCallers),
    preContextFilterPolicy: values.preContextFilter,
    evalProfileRef: values.evalProfileRef,
    parallelPolicy: values.parallelPolicy,
    toolTransportPolicy: values.transportPolicy,
    toolResponseTruncationPolicy: values.truncationPolicy,
    toolRenderProtocolDigest: wire.toolRenderProtocolDigest,
    executionBoundaryPolicy: values.boundaryPolicy,
    runtimeSandboxRef: digestOf(values.sandbox),
    compactionPolicyDigest: maybe(values.compactionPolicy),
    reminderQueuePolicyDigest: wire.reminderQueuePolicyDigest,
    stateViewPolicyDigest: wire.stateViewPolicyDigest,
    decompositionPolicyDigest: wire.decompositionPolicyDigest,
    governancePolicyDigest: wire.governancePolicyDigest,
    guardrailStagePolicyDigest: digestOf(governance.guardrails),
    evalGatePolicyDigest: maybe(governance.evalGate),
    redTeamPolicyDigest: maybe(governance.redTeam),
    observabilityMode: governance.observability.mode,
    riskTier: governance.riskTier,
    orchestrationRole: values.role,
    contextScopeDigest: digestOf(values.contextScope),
    handoffContractDigest: maybe(values.handoffContract),
    mutationPolicyDigest: wire.mutationPolicyDigest,
    normalizerId: wire.normalizerId,
    stopPolicy: values.stopPolicy,
    protocolStatePolicy: values.protocolPolicy,
  };
}
