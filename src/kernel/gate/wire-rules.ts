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

export const envelope: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a failed result lacks errorCode, retryable or errorMessage",
  check: tool.schemaInvalid,
};

export const resultMissing: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a request has no result with its id",
  check: tool.resultMissing,
};

export const resultOrphan: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a result has no request with its id",
  check: tool.resultOrphan,
};

export const joinIncomplete: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a result or use is missing, or there for nothing",
  check: tool.joinIncomplete,
};

export const useMissing: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a result has no use with its id",
  check: tool.useMissing,
};

export const useWithoutResult: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "a use has no result with its id",
  check: tool.useWithoutResult,
};

export const truncation: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "truncation is required and declared not valid",
  idle: tool.noTruncationRequired,
  check: tool.truncationPolicyViolation,
};

export const stopReason: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "the stop reason is none of tool_use, pause_turn, max_tokens, end_turn",
  check: protocol.stopReasonUnhandled,
};

export const transportOrder: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "the transport order is declared not valid",
  idle: protocol.noTransportOrder,
  check: protocol.parallelTransportOrderInvalid,
};

export const queuePolicy: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "context is needed and no queue was reduced, or a row was made under another policy than the bound one",
  idle: context.noContextNeeded,
  check: context.queuePolicyViolation,
};

export const injectionPoint: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "context is needed and a result has no rendering, or there is no state view",
  idle: context.noContextNeeded,
  check: context.injectionPointMissing,
};

export const decomposition: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "the decomposition is declared not admissible, or pattern or policy digest is not the expected one",
  idle: coordination.noDecompositionConstraints,
  check: coordination.decompositionPolicyViolation,
};

export const claimId: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "another claim than the known one is made",
  idle: governance.noClaimId,
  check: governance.claimIdInvalid,
};

export const packageUnpinned: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "governance is claimed and provenance, pin, packageRef or a digest is missing",
  idle: governance.notClaimed,
  check: governance.policyPackageUnpinned,
};

export const packageMismatch: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "governance is claimed and expectedDigest is not boundDigest",
  idle: governance.notPinned,
  check: governance.policyPackageMismatch,
};

export const requiredArtifacts: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "handoffConstraints requires an artifact that the handoff does not carry",
  idle: handoff.noRequiredArtifacts,
  check: handoff.requiredArtifactMissing,
};

export const allowedTargets: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "handoffConstraints allows targets, and this is none of them",
  idle: handoff.noAllowedTargets,
  check: handoff.targetNotAllowed,
};

export const returnPath: Rule<"wire"> = {
  stage: "wire",
  answer: "stop",
  when: "handoffConstraints requires a return path and there is none",
  idle: handoff.noReturnPathRequired,
  check: handoff.returnPathMissing,
};
