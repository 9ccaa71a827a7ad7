import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { claimIssue, leaseWish } from "../claim-issue.ts";
import { type ClaimedIssue, claimedIssue, fenceOf, type ShownFence } from "../issue-payload.ts";

/** The issue that was taken, if there was one to take. */
export interface IssueClaimNextData {
  readonly action: "issue.claim_next";
  readonly issuesPath: string;
  readonly claimed: boolean;
  readonly issue: ClaimedIssue | null;
  /** What a later change shows to prove that the lease still holds; only when it is asked for and something was taken. */
  readonly fence?: ShownFence;
}

/** Takes the first ready issue that nobody holds (contract memory 1.8); none is an answer too. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueClaimNextData>> {
  const by = args.values.get("by") === "priority" ? "priority" : "id";
  const claimed = await claimIssue(args, ports, (assignee, request) => ({
    action: "issue.claim_next",
    args: { assignee, by, reclaimStale: args.switches.has("reclaim-stale"), ...leaseWish(args), request },
  }));
  if (!claimed.ok) return claimed;
  const { change, path } = claimed.data;
  const { issue } = change;
  const fence = args.switches.has("fence") && issue !== undefined && { fence: fenceOf(issue) };
  return {
    ok: true,
    data: {
      action: "issue.claim_next",
      issuesPath: path,
      claimed: issue !== undefined,
      issue: issue === undefined ? null : claimedIssue(issue),
      ...fence,
    },
  };
}
