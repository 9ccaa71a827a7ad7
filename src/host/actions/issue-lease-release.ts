import { InvariantError } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssues } from "../change-issues.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ClaimedIssue, claimedIssue } from "../issue-payload.ts";
import { resolveId } from "../resolve-id.ts";
import { LEASES, withIssues } from "../with-issues.ts";

/** An issue without a lease; `changed` says whether it had one. */
export interface LeaseReleaseData {
  readonly action: "issue.lease_release";
  readonly issuesPath: string;
  readonly changed: boolean;
  readonly issue: ClaimedIssue;
}

/** Gives a lease back, an expired one too; what is believed of it must be so (contract memory 1.8). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<LeaseReleaseData>> {
  return withIssues(args, ports, LEASES, async (command) => {
    const id = resolveId(operand(args, 0), command.store, ports);
    if (!id.ok) return id;
    const assignee = args.values.get("assignee");
    const fence = given({ assignee, leaseId: args.values.get("lease-id"), token: wholeNumber(args, "token") });
    const released = await changeIssues(command, {
      mutation: { action: "issue.lease_release", args: { id: id.data, ...fence, request: ports.newRequestId() } },
      ...given({ worker: assignee }),
    });
    if (!released.ok) return released;
    const { changed, issue } = released.data;
    if (issue === undefined) throw new InvariantError("a release was about no issue");
    const answer = { issuesPath: command.path, changed, issue: claimedIssue(issue) };
    return { ok: true, data: { action: "issue.lease_release", ...answer } };
  });
}
