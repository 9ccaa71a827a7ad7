import type { ReferenceClass } from "./classes.ts";
import type { Rule } from "./rule.ts";
import * as context from "./rules/context.ts";
import * as coordination from "./rules/coordination.ts";
import * as governance from "./rules/governance.ts";
import * as handoff from "./rules/handoff.ts";
import * as protocol from "./rules/protocol.ts";
import * as tool from "./rules/tool.ts";

/** One row per class, in report order (K10). A class without a rule, or a rule at a stage without its evidence, does not compile. */
export const FAIL_CLOSED: { readonly [C in ReferenceClass]: Rule<"join"> } = {
  "tool.schema_invalid": {
    stage: "join",
    clause: "001 §3.2",
    means: "a failed call does not say what failed in a form a machine can read",
    check: tool.schemaInvalid,
  },
  "tool.result_missing": {
    stage: "join",
    clause: "001 §5",
    means: "a requested call has no result",
    check: tool.resultMissing,
  },
  "tool.result_orphan": {
    stage: "join",
    clause: "001 §5",
    means: "a result belongs to no request",
    check: tool.resultOrphan,
  },
  "tool.join_incomplete": {
    stage: "join",
    clause: "001 §5",
    means: "requests, results and uses do not close",
    check: tool.joinIncomplete,
  },
  "tool.use_missing": {
    stage: "join",
    clause: "001 §5",
    means: "nobody says what became of a result",
    check: tool.useMissing,
  },
  "tool.use_without_result": {
    stage: "join",
    clause: "001 §5",
    means: "a use refers to a result that does not exist",
    check: tool.useWithoutResult,
  },
  "tool.response_truncation_policy_violation": {
    stage: "join",
    clause: "000 §4.3",
    means: "a result was cut otherwise than the policy allows",
    skip: ({ input }) =>
      input.truncationConstraints?.required === true ? undefined : "truncationConstraints.required is not set",
    check: tool.truncationPolicyViolation,
  },
  "protocol.stop_reason_unhandled": {
    stage: "join",
    clause: "001 §5",
    means: "the model stopped for a reason that has no continuation",
    check: protocol.stopReasonUnhandled,
  },
  "protocol.parallel_transport_order_invalid": {
    stage: "join",
    clause: "000 §4.5",
    means: "parallel results were handed over in another order than the policy asks",
    skip: protocol.noTransportOrder,
    check: protocol.parallelTransportOrderInvalid,
  },
  "context.queue_policy_violation": {
    stage: "join",
    clause: "001 §5",
    means: "the context was reduced under another policy than the bound one",
    skip: context.noContextNeeded,
    check: context.queuePolicyViolation,
  },
  "context.injection_point_missing": {
    stage: "join",
    clause: "001 §5",
    means: "the next request cannot be rebuilt: a rendering or a state view is missing",
    skip: context.noContextNeeded,
    check: context.injectionPointMissing,
  },
  "coordination.decomposition_policy_violation": {
    stage: "join",
    clause: "001 §5",
    means: "the work was split otherwise than the policy allows",
    skip: coordination.noDecompositionConstraints,
    check: coordination.decompositionPolicyViolation,
  },
  "governance.claim_id_invalid": {
    stage: "join",
    clause: "001 §8",
    means: "an unknown governance profile is claimed",
    skip: governance.noClaimId,
    check: governance.claimIdInvalid,
  },
  "governance.policy_package_unpinned": {
    stage: "join",
    clause: "001 §8",
    means: "governance is claimed without a pinned policy package",
    skip: governance.notClaimed,
    check: governance.policyPackageUnpinned,
  },
  "governance.policy_package_mismatch": {
    stage: "join",
    clause: "001 §8",
    means: "another policy package is bound than the pinned one",
    skip: governance.notPinned,
    check: governance.policyPackageMismatch,
  },
  "handoff.required_artifact_missing": {
    stage: "join",
    clause: "001 §5",
    means: "work is handed over without an artifact it needs",
    skip: handoff.noRequiredArtifacts,
    check: handoff.requiredArtifactMissing,
  },
  "handoff.target_not_allowed": {
    stage: "join",
    clause: "001 §5",
    means: "work is handed to somebody who may not have it",
    skip: handoff.noAllowedTargets,
    check: handoff.targetNotAllowed,
  },
  "handoff.return_path_missing": {
    stage: "join",
    clause: "001 §5",
    means: "work is handed over with no way back",
    skip: handoff.noReturnPathRequired,
    check: handoff.returnPathMissing,
  },
};
