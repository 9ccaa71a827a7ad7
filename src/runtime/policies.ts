import { decideMalformedAction, FAIL_FAST, HARNESS_PRESET, type PolicyConfig, retry, fail } from "#kernel";
import type { PolicyEngine } from "#ports";

/** A policy and the bounds that the runtime holds it to. */
export interface BoundPolicy {
  readonly engine: PolicyEngine;
  readonly config: PolicyConfig;
  /** What a tool that breaks is: an error of the run, or a failure that the model is told (DESIGN 18). */
  readonly onThrow: "raise" | "answer";
}

/** The policy that a configuration means: malformed actions as it says, transport tried again where that may help, everything else fails. */
export function policyOf(config: PolicyConfig, onThrow: BoundPolicy["onThrow"]): BoundPolicy {
  return {
    config,
    onThrow,
    engine: {
      onModelError(_, { category, retryable }) {
        if (category === "InvalidModelAction") return decideMalformedAction(config);
        return retryable === true && config.onMalformedAction.kind !== "FailFast" ? retry() : fail;
      },
      onToolError: () => fail,
    },
  };
}

/** The library's default: whatever goes wrong ends the run (R08). */
export const failFast: BoundPolicy = policyOf(FAIL_FAST, "raise");

/** The harness's: the model hears of its mistakes and may correct them, within bounds (R08). */
export const harnessPolicy: BoundPolicy = policyOf(HARNESS_PRESET, "answer");
