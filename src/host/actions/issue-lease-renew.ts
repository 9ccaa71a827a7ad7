import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ClaimedIssue, claimedIssue } from "../issue-payload.ts";
import { resolveId } from "../resolve-id.ts";
import { LEASES, withIssues } from "../with-issues.ts";

/** An issue whose lease was prolonged. */
export interface LeaseRenewData {
  readonly action: "issue.lease_renew";
  readonly issuesPath: string;
  readonly issue: ClaimedIssue;
}

/** Prolongs a lease for the one who still holds it (contract memory 1.8). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<LeaseRenewData>> {
  return withIssues(args, ports, LEASES, async (command) => {
    const id = resolveId(operand(args, 0), command.store, ports);
    if (!id.ok) return id;
    const assignee = args.values.get("assignee") ?? "";
    const optional = given({
      token: wholeNumber(args, "token"),
      leaseTtlSeconds: wholeNumber(args, "lease-ttl-seconds"),
      leaseExpiresAt: args.values.get("lease-expires-at"),
    });
    const lease = { id: id.data, assignee, leaseId: args.values.get("lease-id") ?? "", ...optional };
    const renewed = await changeIssue(command, {
      mutation: { action: "issue.lease_renew", args: { ...lease, request: ports.newRequestId() } },
      worker: assignee,
    });
    if (!renewed.ok) return renewed;
    const issue = claimedIssue(renewed.data);
    return { ok: true, data: { action: "issue.lease_renew", issuesPath: command.path, issue } };
  });
}
