import {
  type Escalation,
  escalationNoteDigest,
  type EscalationPlan,
  escalationPlan,
  type IssueMutation,
  mintEscalation,
  type Refusal,
  type RetryDecision,
} from "#kernel";
import { PortError } from "#ports";
import { spend } from "./change-issue.ts";
import type { Harness } from "./harness.ts";
import type { HeldLease } from "./lease.ts";

/** What an escalation is about. */
export interface Escalating {
  readonly stepId: string;
  readonly issueId: string;
  /** What the step still holds: whoever has lost it says nothing of the issue any more. */
  readonly lease: HeldLease;
  readonly decision: RetryDecision;
  readonly refusal: Refusal;
  readonly witnessRef: string;
}

/** What became of it. `none`: the policy says stop, and issue memory is as it was. */
export type Escalated = "none" | "discovered" | "blocked" | "refused";

const SCOPE = "worker.loop";

/** Carries out what the retry policy says when attempts are used up, under a permit that the refusal earns; it can never close an issue (DESIGN 3, M10). */
export async function escalate(harness: Harness, escalating: Escalating): Promise<Escalated> {
  const { terms, ports, log } = harness;
  const { stepId, issueId, decision, witnessRef } = escalating;
  const { retryPolicy } = terms;
  const notes = ports.issues.get(issueId)?.notes ?? "";
  const plan = escalationPlan({ scope: SCOPE, decision, policy: retryPolicy, witnessRef }, { id: issueId, notes });
  const done = await carriedOut(harness, escalating, plan);
  const { ruleId, matchedFailureClass, escalationAction: action } = decision;
  await log.record({
    kind: "step.escalated",
    stepId,
    issueId,
    action,
    outcome: done.outcome,
    ruleId,
    matchedFailureClass,
    policyDigest: retryPolicy.policyDigest,
    ...("note" in plan ? { noteDigest: escalationNoteDigest(ports.sha256, { scope: SCOPE, note: plan.note }) } : {}),
    ...(done.createdIssueId === undefined ? {} : { createdIssueId: done.createdIssueId }),
  });
  return done.outcome;
}

interface CarriedOut {
  readonly outcome: Escalated;
  readonly createdIssueId?: string;
}

async function carriedOut(harness: Harness, escalating: Escalating, plan: EscalationPlan): Promise<CarriedOut> {
  const request = harness.ports.newRequestId();
  const { leaseId, token } = escalating.lease;
  switch (plan.kind) {
    case "stop":
      return { outcome: "none" };
    case "refused":
      return { outcome: "refused" };
    case "mark_blocked":
      return apply(harness, escalating, {
        action: "issue.mark_blocked",
        args: { id: plan.id, reason: plan.note, assignee: harness.terms.workerId, leaseId, token, request },
      });
    case "issue_discover": {
      const { parent: parentIssueId, title, description } = plan;
      return apply(harness, escalating, {
        action: "issue.discover",
        args: { parentIssueId, title, description, request },
      });
    }
    default:
      return plan satisfies never;
  }
}

async function apply(harness: Harness, escalating: Escalating, mutation: IssueMutation): Promise<CarriedOut> {
  const applied = await spend(harness, mutation, () => permitFor(harness, escalating, mutation));
  if (!applied.ok) return { outcome: "refused" };
  return mutation.action === "issue.discover"
    ? { outcome: "discovered", ...(applied.issue === undefined ? {} : { createdIssueId: applied.issue.id }) }
    : { outcome: "blocked" };
}

function permitFor(
  { terms, ports }: Harness,
  { refusal, witnessRef }: Escalating,
  mutation: IssueMutation,
): Escalation {
  const retryPolicyDigest = terms.retryPolicy.policyDigest;
  const minting = mintEscalation({ refusal, refusalWitnessRef: witnessRef, retryPolicyDigest, mutation }, ports.sha256);
  if (!minting.ok) throw new PortError("issues", "permit_refused", minting.reason);
  return minting.permit;
}
