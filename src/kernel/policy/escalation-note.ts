import type { Sha256 } from "../digest/digest.ts";
import { stableHash } from "../digest/stable-hash.ts";
import { oneLine } from "../json/quoted-text.ts";
import type { RetryDecision, RetryPolicy } from "./retry.ts";

/** What an escalation tells of: where it failed, what was decided by which policy, and the witness of the failure. */
export interface EscalationSubject {
  /** What was run, as a person calls it: `worker.loop`, `required`. */
  readonly scope: string;
  readonly decision: RetryDecision;
  readonly policy: Pick<RetryPolicy, "policyId" | "policyDigest">;
  readonly witnessRef: string;
}

/** The note that escalation leaves on an issue: the contract's ten lines (3.4), whatever a failed process wrote into its classes. */
export function escalationNote({ scope, decision, policy, witnessRef }: EscalationSubject): string {
  const { failureClasses } = decision;
  return [
    "[harness-escalation]",
    `scope: ${scope}`,
    `action: ${decision.escalationAction}`,
    `policyId: ${policy.policyId}`,
    `policyDigest: ${policy.policyDigest}`,
    `ruleId: ${decision.ruleId}`,
    `matchedFailureClass: ${decision.matchedFailureClass}`,
    `attempt: ${decision.attempt}/${decision.maxAttempts}`,
    `failureClasses: ${failureClasses.length === 0 ? "(none)" : failureClasses.join(", ")}`,
    `witnessRef: ${witnessRef}`,
  ]
    .map(oneLine)
    .join("\n");
}

/** `note1_` and the hash of scope and note (contract 3.4). */
export function escalationNoteDigest(sha256: Sha256, { scope, note }: { scope: string; note: string }): string {
  return `note1_${stableHash(sha256, { scope, note })}`;
}
