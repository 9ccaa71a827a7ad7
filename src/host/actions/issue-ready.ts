import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { readingIssues } from "../with-issues.ts";

/** An issue that can be worked on. */
export interface ReadyIssue {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
}

/** The issues that can be worked on, by id. */
export interface IssueReadyData {
  readonly action: "issue.ready";
  readonly issuesPath: string;
  readonly count: number;
  readonly items: readonly ReadyIssue[];
}

/** Lists the open issues that nothing holds back (contract memory 1.4). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueReadyData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const ready = store.ready();
    const items = ready.items.map(({ id, title, status, priority }) => ({ id, title, status, priority }));
    return { ok: true, data: { action: "issue.ready", issuesPath: path, count: ready.count, items } };
  });
}
