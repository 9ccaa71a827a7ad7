import { InvariantError } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { claimIssue, leaseWish } from "../claim-issue.ts";
import { operand } from "../given.ts";
import { type ClaimedIssue, claimedIssue, fenceOf, type ShownFence } from "../issue-payload.ts";

/** An issue that was taken. */
export interface IssueClaimData {
  readonly action: "issue.claim";
  readonly issuesPath: string;
  readonly issue: ClaimedIssue;
  /** What a later change shows to prove that the lease still holds; only when it is asked for. */
  readonly fence?: ShownFence;
}

/** Takes one issue by id: assignee, status and lease in one step (contract memory 1.8). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueClaimData>> {
  const claimed = await claimIssue(args, ports, (assignee, request) => ({
    action: "issue.claim",
    args: { id: operand(args, 0), assignee, ...leaseWish(args), request },
  }));
  if (!claimed.ok) return claimed;
  const { change, path } = claimed.data;
  if (change.issue === undefined) throw new InvariantError("a claim took no issue");
  const fence = args.switches.has("fence") && { fence: fenceOf(change.issue) };
  return {
    ok: true,
    data: { action: "issue.claim", issuesPath: path, issue: claimedIssue(change.issue), ...fence },
  };
}
