import type { IssueMutation } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssue } from "../change-issues.ts";
import { given, operand, wholeNumber } from "../given.ts";
import { type ChangedIssue, changedIssue } from "../issue-payload.ts";
import { resolveId } from "../resolve-id.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** An issue that was found at work on another, and the edge that says so. */
export interface IssueDiscoverData {
  readonly action: "issue.discover";
  readonly issuesPath: string;
  readonly issue: ChangedIssue;
  readonly dependency: { readonly issueId: string; readonly dependsOnId: string; readonly type: "discovered-from" };
}

/** Adds an open issue that depends on the one it was found at, as `discovered-from` (contract memory 2). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueDiscoverData>> {
  return withIssues(args, ports, CHANGES, async (command) => {
    const parent = resolveId(operand(args, 0), command.store, ports);
    if (!parent.ok) return parent;
    const found = await changeIssue(command, { mutation: mutationOf(parent.data, args, ports) });
    if (!found.ok) return found;
    const issue = changedIssue(found.data);
    const dependency = { issueId: issue.id, dependsOnId: parent.data, type: "discovered-from" } as const;
    return { ok: true, data: { action: "issue.discover", issuesPath: command.path, issue, dependency } };
  });
}

function mutationOf(parentIssueId: string, args: Arguments, ports: HostPorts): IssueMutation {
  const { values } = args;
  const optional = given({
    id: values.get("id"),
    description: values.get("description"),
    priority: wholeNumber(args, "priority"),
    issueType: values.get("type"),
    assignee: values.get("assignee"),
    owner: values.get("owner"),
  });
  return {
    action: "issue.discover",
    args: {
      parentIssueId,
      title: operand(args, 1),
      ...optional,
      request: ports.newRequestId(),
    },
  };
}
