import { backoffMs, decideRetry, type RetryDecision, type RetryPolicy } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { wholeNumber } from "../given.ts";
import { retryPolicyOf } from "../retry-policy-in-force.ts";

/** The retry policy that holds here, and what it decides about a failure where one was given. */
export interface RetryPolicyData {
  readonly action: "retry-policy";
  /** Null: the built-in policy. */
  readonly path: string | null;
  readonly policy: RetryPolicy;
  readonly decision?: RetryDecision & { readonly waitMs: number };
}

/** Shows the policy; a file that does not hold ends with exit code 2 and the contract's line (M10). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<RetryPolicyData>> {
  const inForce = await retryPolicyOf(args, ports);
  if (!inForce.ok) return inForce;
  const { policy, path: file = null } = inForce.data;
  const data = { action: "retry-policy", path: file, policy } as const;
  const failureClasses = args.lists.get("class") ?? [];
  if (failureClasses.length === 0) return { ok: true, data };
  const decision = decideRetry(policy, { failureClasses, attempt: wholeNumber(args, "attempt") ?? 1 });
  const waitMs = decision.retry ? backoffMs(decision.backoffClass, decision.attempt) : 0;
  return { ok: true, data: { ...data, decision: { ...decision, waitMs } } };
}
