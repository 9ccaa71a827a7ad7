import type { IssueMutation } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ChangedIssue, changedIssue } from "../issue-payload.ts";
import { withIssues } from "../with-issues.ts";

/** An issue that was added. */
export interface IssueAddData {
  readonly action: "issue.add";
  readonly issuesPath: string;
  readonly issue: ChangedIssue;
}

/** Adds an issue; file and folders are made when they are missing (contract memory 2). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueAddData>> {
  return withIssues(args, ports, { voice: "mutation", file: false }, async (command) => {
    const added = await changeIssue(command, { mutation: mutationOf(args, ports) });
    if (!added.ok) return added;
    return { ok: true, data: { action: "issue.add", issuesPath: command.path, issue: changedIssue(added.data) } };
  });
}

function mutationOf(args: Arguments, ports: HostPorts): IssueMutation {
  const { values } = args;
  const optional = given({
    id: values.get("id"),
    description: values.get("description"),
    status: values.get("status"),
    priority: wholeNumber(args, "priority"),
    issueType: values.get("type"),
    assignee: values.get("assignee"),
    owner: values.get("owner"),
  });
  return {
    action: "issue.add",
    args: { title: operand(args, 0), ...optional, request: ports.newRequestId() },
  };
}
