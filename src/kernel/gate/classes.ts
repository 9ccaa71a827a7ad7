/** The classes that the reference's evidence can trip (contract 1.4). */
export const REFERENCE_CLASSES = [
  "tool.schema_invalid",
  "tool.result_missing",
  "tool.result_orphan",
  "tool.join_incomplete",
  "tool.use_missing",
  "tool.use_without_result",
  "tool.response_truncation_policy_violation",
  "protocol.stop_reason_unhandled",
  "protocol.parallel_transport_order_invalid",
  "context.queue_policy_violation",
  "context.injection_point_missing",
  "coordination.decomposition_policy_violation",
  "governance.claim_id_invalid",
  "governance.policy_package_unpinned",
  "governance.policy_package_mismatch",
  "handoff.required_artifact_missing",
  "handoff.target_not_allowed",
  "handoff.return_path_missing",
] as const;

/** The classes whose evidence lives in `evidence.tusk`: without it they are skipped, and listed as skipped. */
export const FULL_CLASSES = [
  "tool.unknown_or_disallowed",
  "tool.discovery_mismatch",
  "tool.discovery_unresolved",
  "tool.example_digest_mismatch",
  "tool.caller_not_allowed",
  "tool.use_unknown_result",
  "tool.parallel_policy_violation",
  "tool.programmatic_caller_edge_invalid",
  "runtime.shell_boundary_violation",
  "runtime.compaction_state_invalid",
  "context.scope_violation",
  "governance.guardrail_stage_missing",
  "governance.guardrail_stage_order_invalid",
  "governance.eval_gate_unmet",
  "governance.eval_lineage_missing",
  "governance.self_evolution_retry_missing",
  "governance.self_evolution_escalation_missing",
  "governance.self_evolution_rollback_missing",
  "governance.redteam_gate_unmet",
  "governance.trace_mode_violation",
  "governance.risk_tier_profile_missing",
  "mutation.policy_digest_mismatch",
  "mutation.capability_claim_missing",
  "mutation.use_evidence_missing",
] as const;

export type ReferenceClass = (typeof REFERENCE_CLASSES)[number];
export type FullClass = (typeof FULL_CLASSES)[number];

/** Why a turn may not go on: the closed taxonomy of seeds 000 §7 and 001 §8, 42 in all (K10). */
export type FailClass = ReferenceClass | FullClass;

/** Every class, in report order. */
export const FAIL_CLASSES: readonly FailClass[] = [...REFERENCE_CLASSES, ...FULL_CLASSES];

/** The class a word names. */
export function parseFailClass(text: string): FailClass | undefined {
  return FAIL_CLASSES.find((failClass) => failClass === text);
}
