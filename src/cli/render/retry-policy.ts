import type { RetryPolicyData } from "#host";
import { shows } from "./shows.ts";

/** Shows a retry policy, rule by rule, and its decision. */
export const render: ReturnType<typeof shows<RetryPolicyData>> = shows<RetryPolicyData>({ text });

type Terms = RetryPolicyData["policy"]["defaultRule"];

function text({ path, policy, decision }: RetryPolicyData): readonly string[] {
  return [
    "premath retry-policy",
    `  Policy: ${policy.policyId}`,
    `  Digest: ${policy.policyDigest}`,
    `  File: ${path ?? "built-in"}`,
    ...policy.rules.map((rule) => `  - ${termsLine(rule.ruleId, rule)} (${rule.failureClasses.length} classes)`),
    `  - ${termsLine(policy.defaultRule.ruleId ?? "default", policy.defaultRule)} (any other class)`,
    ...(decision === undefined ? [] : decisionLines(decision)),
  ];
}

function termsLine(ruleId: string, { maxAttempts, backoffClass, escalationAction }: Terms): string {
  return `${ruleId}: attempts=${maxAttempts} backoff=${backoffClass} escalation=${escalationAction}`;
}

function decisionLines(decision: NonNullable<RetryPolicyData["decision"]>): readonly string[] {
  const { retry, attempt, maxAttempts, ruleId, matchedFailureClass, waitMs, escalationAction } = decision;
  return [
    `  Decision: ${retry ? `retry after ${waitMs} ms` : escalationAction}`,
    `  Rule: ${ruleId} (${matchedFailureClass}, attempt ${attempt}/${maxAttempts})`,
  ];
}
