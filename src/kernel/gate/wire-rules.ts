import type { Rule } from "./rule.ts";
import * as context from "./rules/reference/context.ts";
import * as coordination from "./rules/reference/coordination.ts";
import * as governance from "./rules/reference/governance.ts";
import * as handoff from "./rules/reference/handoff.ts";
import * as protocol from "./rules/reference/protocol.ts";
import * as tool from "./rules/reference/tool.ts";

/*
 * The contract's 18 rules (1.4) on the wire's own rows. Both profiles run them, but for stop reasons, where a bound policy
 * may handle others than the contract's four; a declared boolean can add a violation, never remove one.
 */

export { noContextNeeded } from "./rules/reference/context.ts";

type WireRule = Rule<"wire">;

/** A rule on the wire's rows; whatever it finds ends the turn. */
function wireRule(when: string, check: WireRule["check"], idle?: WireRule["idle"]): WireRule {
  return { stage: "wire", answer: "stop", when, check, ...(idle === undefined ? {} : { idle }) };
}

/** One that no live turn trips: its doors pair every row, and it declares no constraints. */
function provenByDoors(rule: WireRule): WireRule {
  return { ...rule, provenLive: "doors" };
}

export const envelope: WireRule = wireRule(
  "a failed result lacks errorCode, retryable or errorMessage",
  tool.schemaInvalid,
);

export const resultMissing: WireRule = provenByDoors(
  wireRule("a request has no result with its id", tool.resultMissing),
);

export const resultOrphan: WireRule = provenByDoors(wireRule("a result has no request with its id", tool.resultOrphan));

export const joinIncomplete: WireRule = provenByDoors(
  wireRule("a result or use is missing, or there for nothing", tool.joinIncomplete),
);

export const useMissing: WireRule = provenByDoors(wireRule("a result has no use with its id", tool.useMissing));

export const useWithoutResult: WireRule = provenByDoors(
  wireRule("a use has no result with its id", tool.useWithoutResult),
);

export const truncation: WireRule = provenByDoors(
  wireRule("truncation is required and declared not valid", tool.truncationPolicyViolation, tool.noTruncationRequired),
);

export const stopReason: WireRule = wireRule(
  "the stop reason is none of tool_use, pause_turn, max_tokens, end_turn",
  protocol.stopReasonUnhandled,
);

export const transportOrder: WireRule = provenByDoors(
  wireRule(
    "the transport order is declared not valid",
    protocol.parallelTransportOrderInvalid,
    protocol.noTransportOrder,
  ),
);

export const queuePolicy: WireRule = wireRule(
  "context is needed and no queue was reduced, or a row was made under another policy than the bound one",
  context.queuePolicyViolation,
  context.noContextNeeded,
);

export const injectionPoint: WireRule = wireRule(
  "context is needed and a result has no rendering, or there is no state view",
  context.injectionPointMissing,
  context.noContextNeeded,
);

export const decomposition: WireRule = provenByDoors(
  wireRule(
    "the decomposition is declared not admissible, or pattern or policy digest is not the expected one",
    coordination.decompositionPolicyViolation,
    coordination.noDecompositionConstraints,
  ),
);

export const claimId: WireRule = {
  ...wireRule("another claim than the known one is made", governance.claimIdInvalid, governance.noClaimId),
  provenLive: "unclaimed",
};

export const packageUnpinned: WireRule = wireRule(
  "governance is claimed and provenance, pin, packageRef or a digest is missing",
  governance.policyPackageUnpinned,
  governance.notClaimed,
);

export const packageMismatch: WireRule = wireRule(
  "governance is claimed and expectedDigest is not boundDigest",
  governance.policyPackageMismatch,
  governance.notPinned,
);

export const requiredArtifacts: WireRule = provenByDoors(
  wireRule(
    "handoffConstraints requires an artifact that the handoff does not carry",
    handoff.requiredArtifactMissing,
    handoff.noRequiredArtifacts,
  ),
);

export const allowedTargets: WireRule = provenByDoors(
  wireRule(
    "handoffConstraints allows targets, and this is none of them",
    handoff.targetNotAllowed,
    handoff.noAllowedTargets,
  ),
);

export const returnPath: WireRule = provenByDoors(
  wireRule(
    "handoffConstraints requires a return path and there is none",
    handoff.returnPathMissing,
    handoff.noReturnPathRequired,
  ),
);
