import type { BudgetAmounts } from "../agent/budget.ts";
import type { Sha256 } from "../digest/digest.ts";
import { type Approval, approvalRef } from "../policy/permissions/approval.ts";
import { approvalOfCheckpoint } from "./checkpoint-approval.ts";
import type { BudgetReturned, JoinClosedRow, SessionEvent, ToolsRequested } from "./session-event.ts";

/** What people answered, and what sub-agents were given, by the rows so far: a later row that counts on it has to find it here (M14). */
export class AuditedClaims {
  readonly #sha256: Sha256;
  readonly #approvals = new Map<string, Approval>();
  /** Which checkpoint each approval let pass. */
  readonly #checkpoints = new Map<string, number>();
  readonly #shares = new Map<string, BudgetAmounts>();
  readonly #returned = new Set<string>();

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** What is wrong with the next row; undefined when what it counts on is there. */
  take(event: SessionEvent): string | undefined {
    switch (event.kind) {
      case "approval.answered":
        this.#approvals.set(approvalRef(this.#sha256, event.approval), event.approval);
        return undefined;
      case "checkpoint.answered":
        if (event.decision === "approved")
          this.#checkpoints.set(approvalOfCheckpoint(this.#sha256, event), event.checkpoint);
        return undefined;
      case "budget.allotted":
        this.#shares.set(event.toolCallId, event.share);
        return undefined;
      case "budget.returned":
        return this.#returnedProblem(event);
      case "tools.requested":
        return this.#permissionProblem(event);
      case "join.closed":
        return this.#checkpointProblem(event);
      case "session.started":
      case "policies.bound":
      case "input.given":
      case "step.started":
      case "model.replied":
      case "policy.decided":
      case "tool.settled":
      case "turn.refused":
      case "note.added":
      case "step.failed":
      case "session.ended":
      case "session.resumed":
      case "row.sealed":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  #permissionProblem({ decisions }: ToolsRequested): string | undefined {
    for (const [toolCallId, { approvalRef: ref, decision }] of Object.entries(decisions.permissions)) {
      if (ref === undefined) continue;
      const answer = this.#approvals.get(ref);
      if (answer === undefined) return `the call ${toolCallId} names the approval ${ref}, which no row before it gave`;
      if (decision === "approved" && answer.decision !== "approved") return `the call ${toolCallId} was refused`;
      if (answer.scope === "once" && answer.toolCallId !== toolCallId)
        return `the call ${toolCallId} names an approval of ${answer.toolCallId} alone`;
    }
    return undefined;
  }

  #checkpointProblem({ closing: { checkpoints = [] } }: JoinClosedRow): string | undefined {
    const unknown = checkpoints.find(({ at, approvalRef: ref }) => this.#checkpoints.get(ref) !== at);
    return unknown && `nobody has let checkpoint ${unknown.at} pass by ${unknown.approvalRef}`;
  }

  #returnedProblem({ toolCallId, left }: BudgetReturned): string | undefined {
    const share = this.#shares.get(toolCallId);
    if (share === undefined) return `the call ${toolCallId} was given no part of the budget`;
    if (this.#returned.has(toolCallId)) return `what the call ${toolCallId} left came back before`;
    this.#returned.add(toolCallId);
    const isMore = (["steps", "tokens", "costMicros"] as const).some((line) => (left[line] ?? 0) > (share[line] ?? 0));
    return isMore ? `the call ${toolCallId} gives back more than it was given` : undefined;
  }
}
