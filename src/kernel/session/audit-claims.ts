import type { BudgetAmounts } from "../agent/budget.ts";
import type { Sha256 } from "../digest/digest.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { evidencePacket, evidencePacketDigest } from "../handoff/evidence-packet.ts";
import { handoffDigest } from "../handoff/handoff.ts";
import { plainJson } from "../json/plain.ts";
import { type Approval, approvalRef } from "../policy/permissions/approval.ts";
import { approvalOfCheckpoint } from "./checkpoint-approval.ts";
import type {
  BudgetReturned,
  ChildClosed,
  ChildOpened,
  HandoffReceived,
  JoinClosedRow,
  SessionEvent,
  ToolsRequested,
} from "./session-event.ts";
import { fanOutOf, type TurnChild } from "./turn-children.ts";

/** What people answered, and what sub-agents were given, by the rows so far: a later row that counts on it has to find it here (M14). */
export class AuditedClaims {
  readonly #sha256: Sha256;
  readonly #approvals = new Map<string, Approval>();
  /** Which checkpoint each approval let pass. */
  readonly #checkpoints = new Map<string, number>();
  readonly #shares = new Map<string, BudgetAmounts>();
  readonly #returned = new Set<string>();

  /** The packet that no closed turn has named yet. */
  #handoff: HandoffReceived | undefined;
  /** The sub-agents of the newest step. */
  #children: readonly TurnChild[] = [];

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
      case "handoff.received":
        this.#handoff = event;
        return this.#packetProblem(event);
      case "step.started":
        this.#children = [];
        return undefined;
      case "child.opened":
        return this.#openChild(event);
      case "child.closed":
        return this.#closeChild(event);
      case "tools.requested":
        return this.#permissionProblem(event);
      case "join.closed":
        return this.#checkpointProblem(event) ?? this.#handoffProblem(event) ?? this.#childrenProblem(event);
      case "session.started":
      case "policies.bound":
      case "input.given":
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

  #packetProblem({ packet, digest }: HandoffReceived): string | undefined {
    const computed = handoffDigest(packet, this.#sha256);
    return computed === digest ? undefined : `the packet is ${computed}, the row says ${digest}`;
  }

  /** The first turn that closes behind a packet names it, and no other does (R22). */
  #handoffProblem({ closing: { handoffIn } }: JoinClosedRow): string | undefined {
    const received = this.#handoff;
    this.#handoff = undefined;
    if (received === undefined)
      return handoffIn && `it goes on from ${handoffIn.packetDigest}, which nobody handed over`;
    const named = evidencePacketDigest(evidencePacket(received.packet, this.#sha256), this.#sha256);
    if (handoffIn === undefined) return "it does not name the packet that the session goes on from";
    const isSame =
      handoffIn.packetDigest === named &&
      canonicalJson(plainJson(handoffIn.artifacts)) === canonicalJson(plainJson(received.existing));
    return isSame ? undefined : `it goes on from ${handoffIn.packetDigest}, and ${named} was handed over`;
  }

  #openChild(event: ChildOpened): string | undefined {
    if (!this.#shares.has(event.toolCallId)) return `the call ${event.toolCallId} was given no part of the budget`;
    if (this.#children.some(({ opened }) => opened.toolCallId === event.toolCallId))
      return `the call ${event.toolCallId} has a child already`;
    this.#children = [...this.#children, { opened: event, join: undefined }];
    return undefined;
  }

  #closeChild({ toolCallId, join }: ChildClosed): string | undefined {
    if (!this.#children.some(({ opened }) => opened.toolCallId === toolCallId))
      return `the call ${toolCallId} has no child`;
    this.#children = this.#children.map((child) =>
      child.opened.toolCallId === toolCallId ? { ...child, join } : child,
    );
    return undefined;
  }

  /** A turn shows the sub-agents that its rows say, and no others (M17). */
  #childrenProblem({ closing: { fanOut } }: JoinClosedRow): string | undefined {
    const [said, shown] = [fanOutOf(this.#children), fanOut].map((part) => canonicalJson(plainJson(part ?? {})));
    return said === shown ? undefined : "the sub-agents that it shows are not those of its rows";
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
