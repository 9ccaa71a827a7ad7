import { type BlockedIssue, blockedIssues, type Blocker } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { readingIssues } from "../with-issues.ts";

/** One thing that an issue waits for. */
export interface ShownBlocker {
  readonly issueId: string;
  readonly dependsOnId: string;
  readonly type: string;
  readonly createdBy: string;
  readonly blockerStatus: string | null;
  readonly blockerMissing: boolean;
}

/** An issue that waits, and for what. */
export interface ShownBlocked {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly manualBlocked: boolean;
  readonly blockers: readonly ShownBlocker[];
}

/** The issues that wait, by id. */
export interface IssueBlockedData {
  readonly action: "issue.blocked";
  readonly issuesPath: string;
  readonly count: number;
  readonly items: readonly ShownBlocked[];
}

/** Lists the issues that wait for others or are marked so (contract memory 1.4). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueBlockedData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const items = blockedIssues(store.load().issues).map(shown);
    return { ok: true, data: { action: "issue.blocked", issuesPath: path, count: items.length, items } };
  });
}

function shown({ issue: { id, title, status, priority }, manual, blockers }: BlockedIssue): ShownBlocked {
  return { id, title, status, priority, manualBlocked: manual, blockers: blockers.map(shownBlocker) };
}

function shownBlocker({ dependency, status }: Blocker): ShownBlocker {
  return {
    issueId: dependency.issue_id,
    dependsOnId: dependency.depends_on_id,
    type: dependency.type,
    createdBy: dependency.created_by,
    blockerStatus: status ?? null,
    blockerMissing: status === undefined,
  };
}
