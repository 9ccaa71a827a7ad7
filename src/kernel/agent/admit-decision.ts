import type { PolicyConfig } from "./policy-config.ts";
import { type PolicyDecision, repromptLimit } from "./policy-decision.ts";

/** What has been decided so far. The runtime keeps it; a policy is pure and cannot count. */
export interface DecisionTally {
  /** Decisions since the last one that consumed budget. */
  readonly unbudgetedInARow: number;
  /** Reprompts since the model last acted well. */
  readonly reprompts: number;
  /** Retries since the model last answered something that could be read. */
  readonly retries: number;
}

/** No decision yet. */
export const NO_DECISIONS: DecisionTally = { unbudgetedInARow: 0, reprompts: 0, retries: 0 };

/** The decision stands, its limit is used up (the run fails with the original error), or the policy broke its contract. */
export type DecisionAdmission =
  | { readonly kind: "admitted"; readonly decision: PolicyDecision; readonly tally: DecisionTally }
  | { readonly kind: "exhausted"; readonly limit: number }
  | { readonly kind: "violation"; readonly error: "PolicyRuntimeViolation"; readonly reason: string };

/** Counts one decision against its own limit and against the cap on those that cost nothing (R05). */
export function admitDecision(
  decision: PolicyDecision,
  { tally, config }: { readonly tally: DecisionTally; readonly config: PolicyConfig },
): DecisionAdmission {
  if (decision.kind === "Fail" || decision.kind === "Interrupt") return { kind: "admitted", decision, tally };
  const reprompts = decision.kind === "Reprompt" ? tally.reprompts + 1 : tally.reprompts;
  if (decision.kind === "Reprompt") {
    const limit = repromptLimit(decision.strategy);
    if (limit === undefined) return violation("the reprompt is not bounded");
    if (reprompts > limit) return { kind: "exhausted", limit };
  }
  const retries = decision.kind === "Retry" ? tally.retries + 1 : 0;
  const { retriesInARow } = config;
  if (retriesInARow !== undefined && retries > retriesInARow) return { kind: "exhausted", limit: retriesInARow };
  const unbudgetedInARow = decision.consumeBudget ? 0 : tally.unbudgetedInARow + 1;
  if (unbudgetedInARow > config.unbudgetedInARow) {
    return violation(
      `${unbudgetedInARow} decisions in a row consumed no budget, at most ${config.unbudgetedInARow} may`,
    );
  }
  return { kind: "admitted", decision, tally: { unbudgetedInARow, reprompts, retries } };
}

function violation(reason: string): DecisionAdmission {
  return { kind: "violation", error: "PolicyRuntimeViolation", reason };
}
