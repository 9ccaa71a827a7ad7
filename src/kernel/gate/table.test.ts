import { expect, test } from "vitest";
import { FAIL_CLASSES, FULL_CLASSES, parseFailClass, REFERENCE_CLASSES } from "./classes.ts";
import { FAIL_CLOSED, referenceRule } from "./table.ts";

test("the taxonomy has 42 classes, 18 of them judged from the reference's evidence, none named twice (K10)", () => {
  expect(REFERENCE_CLASSES).toHaveLength(18);
  expect(FULL_CLASSES).toHaveLength(24);
  expect(FAIL_CLASSES).toEqual([...REFERENCE_CLASSES, ...FULL_CLASSES]);
  expect(new Set(FAIL_CLASSES).size).toBe(42);
});

test("the table has one row per class, in report order (K10)", () => {
  expect(Object.keys(FAIL_CLOSED)).toEqual([...FAIL_CLASSES]);
});

test.each([...FAIL_CLASSES])(
  "%s says where it comes from, what it means and what to do about it (K10)",
  (failClass) => {
    const { clause, means, remedy } = FAIL_CLOSED[failClass];
    expect(clause).toMatch(/^00[01] §\d+(\.\d+)?([,;] (00[01] )?§\d+(\.\d+)?)*$/);
    expect(means).toMatch(/^[a-z].*[a-z]$/);
    expect(remedy).toMatch(/^[a-z].*[a-z}]$/);
  },
);

test.each([...FAIL_CLASSES])("each rule of %s says when it trips, and no two say the same (K10)", (failClass) => {
  const whens = FAIL_CLOSED[failClass].full.map((rule) => rule.when);
  for (const when of whens) expect(when).toMatch(/^[a-z].*[A-Za-z)]$/);
  expect(new Set(whens).size).toBe(whens.length);
});

test.each(REFERENCE_CLASSES)(
  "%s has the contract's rule on the wire's rows, and a refusal there stops",
  (failClass) => {
    const { stage, answer, when } = referenceRule(failClass);
    expect({ stage, answer }).toEqual({ stage: "wire", answer: "stop" });
    expect(when).toMatch(/^[a-z].*[a-z_]$/);
  },
);

/** Stages and answers of every rule, as CONTRACT-EVIDENCE §3 has them: R is requests and guard, J is wire and join, M is mutation. */
const STAGES_AND_ANSWERS = {
  "tool.schema_invalid": ["requests continue", "requests stop", "requests stop", "wire stop", "join stop", "join stop"],
  "tool.result_missing": ["wire stop"],
  "tool.result_orphan": ["wire stop"],
  "tool.join_incomplete": ["wire stop", "join stop"],
  "tool.use_missing": ["wire stop", "join stop"],
  "tool.use_without_result": ["wire stop"],
  "tool.response_truncation_policy_violation": ["wire stop", "join stop"],
  "protocol.stop_reason_unhandled": ["join stop", "join stop", "join stop"],
  "protocol.parallel_transport_order_invalid": ["wire stop", "join stop", "join stop"],
  "context.queue_policy_violation": ["wire stop", "join stop", "join stop"],
  "context.injection_point_missing": ["wire stop", "join stop", "join stop", "join stop", "join stop"],
  "coordination.decomposition_policy_violation": ["wire stop", "join stop", "join stop", "join stop", "join stop"],
  "governance.claim_id_invalid": ["wire stop"],
  "governance.policy_package_unpinned": ["wire stop", "join stop"],
  "governance.policy_package_mismatch": ["join stop", "join stop"],
  "handoff.required_artifact_missing": ["wire stop", "join stop", "join stop"],
  "handoff.target_not_allowed": ["wire stop", "join stop"],
  "handoff.return_path_missing": ["wire stop", "join stop"],
  "tool.unknown_or_disallowed": ["requests continue", "guard continue", "requests stop"],
  "tool.discovery_mismatch": ["requests continue"],
  "tool.discovery_unresolved": ["requests continue"],
  "tool.example_digest_mismatch": ["requests stop"],
  "tool.caller_not_allowed": ["requests continue"],
  "tool.use_unknown_result": ["join stop", "join stop", "join stop"],
  "tool.parallel_policy_violation": ["requests continue"],
  "tool.programmatic_caller_edge_invalid": ["requests stop"],
  "runtime.shell_boundary_violation": ["join stop", "join stop", "join stop"],
  "runtime.compaction_state_invalid": ["join stop"],
  "context.scope_violation": ["join stop"],
  "governance.guardrail_stage_missing": ["guard stop", "join stop", "join stop"],
  "governance.guardrail_stage_order_invalid": ["join stop"],
  "governance.eval_gate_unmet": ["mutation stop"],
  "governance.eval_lineage_missing": ["mutation stop"],
  "governance.self_evolution_retry_missing": ["mutation stop"],
  "governance.self_evolution_escalation_missing": ["mutation stop"],
  "governance.self_evolution_rollback_missing": ["mutation stop"],
  "governance.redteam_gate_unmet": ["mutation stop"],
  "governance.trace_mode_violation": ["join stop"],
  "governance.risk_tier_profile_missing": ["join stop"],
  "mutation.policy_digest_mismatch": ["mutation stop"],
  "mutation.capability_claim_missing": ["mutation stop"],
  "mutation.use_evidence_missing": ["mutation stop"],
};

test("each class has the stages and answers of the contract's table (K10, DESIGN 17)", () => {
  const rows = Object.entries(FAIL_CLOSED).map(([failClass, { full }]) => {
    return [failClass, full.map((rule) => `${rule.stage} ${rule.answer}`)];
  });
  expect(Object.fromEntries(rows)).toEqual(STAGES_AND_ANSWERS);
});

test("a word names a class only when it is exactly that", () => {
  expect(FAIL_CLASSES.map(parseFailClass)).toEqual([...FAIL_CLASSES]);
  for (const word of ["", "tool", "tool.schema_invalid ", "TOOL.SCHEMA_INVALID", "constructor"])
    expect(parseFailClass(word)).toBeUndefined();
});
