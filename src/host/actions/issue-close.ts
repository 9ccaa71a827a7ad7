import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ChangedIssue, changedIssue } from "../issue-payload.ts";
import { resolveId } from "../resolve-id.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** An issue that was closed. */
export interface IssueCloseData {
  readonly action: "issue.close";
  readonly issuesPath: string;
  readonly issue: ChangedIssue;
}

/** Closes an issue. With a fence only its holder may: a lease that was lost or has expired closes nothing (contract memory 1.8). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueCloseData>> {
  return withIssues(args, ports, CHANGES, async (command) => {
    const id = resolveId(operand(args, 0), command.store, ports);
    if (!id.ok) return id;
    const fence = given({
      reason: args.values.get("reason"),
      assignee: args.values.get("assignee"),
      leaseId: args.values.get("lease-id"),
      token: wholeNumber(args, "token"),
    });
    const closed = await changeIssue(command, {
      mutation: { action: "issue.close", args: { id: id.data, ...fence, request: ports.newRequestId() } },
    });
    if (!closed.ok) return closed;
    return { ok: true, data: { action: "issue.close", issuesPath: command.path, issue: changedIssue(closed.data) } };
  });
}
