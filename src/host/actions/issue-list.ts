import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { given } from "../given.ts";
import { readingIssues } from "../with-issues.ts";

/** An issue as lists show it. */
export interface ListedIssue {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly issueType: string;
  readonly assignee: string;
}

/** The issues that were asked for, by id. */
export interface IssueListData {
  readonly action: "issue.list";
  readonly issuesPath: string;
  readonly count: number;
  readonly items: readonly ListedIssue[];
}

/** Lists the issues whose status and assignee are exactly those given (contract memory 2). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueListData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const filter = given({ status: args.values.get("status"), assignee: args.values.get("assignee") });
    const items = store.list(filter).map(({ id, title, status, priority, issue_type: issueType, assignee }) => ({
      id,
      title,
      status,
      priority,
      issueType,
      assignee,
    }));
    return { ok: true, data: { action: "issue.list", issuesPath: path, count: items.length, items } };
  });
}
