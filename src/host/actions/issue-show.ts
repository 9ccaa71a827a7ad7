import {
  blocksIssue,
  type Dependency,
  isContended,
  type Issue,
  type LeaseState,
  leaseState,
  nanosOf,
  outputTimestamp,
  readyIssues,
  type Timestamp,
  writeIssue,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { operand } from "../given.ts";
import { type ClaimedIssue, claimedIssue } from "../issue-payload.ts";
import { refusedChange } from "../issue-refusal.ts";
import { byNaturalOrder } from "../natural-order.ts";
import { resolveId } from "../resolve-id.ts";
import { readingIssues } from "../with-issues.ts";

/** An issue at the other end of a dependency; null where there is no such issue. */
export interface TiedIssue {
  readonly id: string;
  readonly type: string;
  readonly blocking: boolean;
  readonly createdBy: string;
  readonly title: string | null;
  readonly status: string | null;
}

/** An issue with every field of its row that is text, a number or a time. */
export interface WholeIssue extends ClaimedIssue {
  readonly description: string;
  readonly design: string;
  readonly acceptanceCriteria: string;
  readonly notes: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly ephemeral: boolean;
  readonly molType: string;
  readonly labels: readonly string[];
  readonly rev: number;
  readonly token: number;
  /** Who wrote the row last; null when another tool did. */
  readonly by: string | null;
}

/** Everything about one issue at a moment. */
export interface IssueShowData {
  readonly action: "issue.show";
  readonly issuesPath: string;
  readonly checkedAt: string;
  readonly issue: WholeIssue;
  /** Open, and nothing holds it back. */
  readonly ready: boolean;
  readonly leaseState: LeaseState;
  readonly leaseContended: boolean;
  /** Whole seconds until the lease ends, negative since it ended. */
  readonly leaseSecondsLeft: number | null;
  /** What it needs, in the order its row names it. */
  readonly needs: readonly TiedIssue[];
  /** What waits for it or refers to it. */
  readonly neededBy: readonly TiedIssue[];
  /** The row as it would be written: metadata and the keys of other tools are in it. */
  readonly row: string;
}

/** Shows one issue, what it needs, what waits for it, and who holds it. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueShowData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const id = resolveId(operand(args, 0), store, ports);
    if (!id.ok) return id;
    const { issues } = store.load();
    const issue = issues.get(id.data);
    if (issue === undefined) return refusedChange({ code: "issue_not_found", message: `issue not found: ${id.data}` });
    return { ok: true, data: shown(issue, issues, path, ports.now()) };
  });
}

function shown(issue: Issue, issues: ReadonlyMap<string, Issue>, issuesPath: string, now: Timestamp): IssueShowData {
  const { lease } = issue;
  return {
    action: "issue.show",
    issuesPath,
    checkedAt: outputTimestamp(now),
    issue: wholeIssue(issue),
    ready: readyIssues(issues).some(({ id }) => id === issue.id),
    leaseState: leaseState(issue, now),
    leaseContended: isContended(issue, now),
    leaseSecondsLeft: lease === undefined ? null : secondsBetween(now, lease.expires_at),
    needs: issue.dependencies.map((edge) => tied(edge, edge.depends_on_id, issues)),
    neededBy: neededBy(issue.id, issues),
    row: writeIssue(issue),
  };
}

function wholeIssue(issue: Issue): WholeIssue {
  const { description, design, notes, ephemeral, labels, closed_at: closedAt } = issue;
  return {
    ...claimedIssue(issue),
    description,
    design,
    acceptanceCriteria: issue.acceptance_criteria,
    notes,
    createdAt: outputTimestamp(issue.created_at),
    updatedAt: outputTimestamp(issue.updated_at),
    closedAt: closedAt === undefined ? null : outputTimestamp(closedAt),
    ephemeral,
    molType: issue.mol_type,
    labels,
    rev: issue.rev ?? 0,
    token: issue.token ?? 0,
    by: issue.by ?? null,
  };
}

function neededBy(id: string, issues: ReadonlyMap<string, Issue>): readonly TiedIssue[] {
  const others = [...issues.values()].flatMap((issue) =>
    issue.dependencies.filter((edge) => edge.depends_on_id === id).map((edge) => tied(edge, issue.id, issues)),
  );
  return others.sort((one, other) => byNaturalOrder(one.id, other.id));
}

function tied({ type, created_by: createdBy }: Dependency, id: string, issues: ReadonlyMap<string, Issue>): TiedIssue {
  const { title = null, status = null } = issues.get(id) ?? {};
  return { id, type, blocking: blocksIssue(type), createdBy, title, status };
}

function secondsBetween(now: Timestamp, then: Timestamp): number {
  return Number((nanosOf(then) - nanosOf(now)) / 1_000_000_000n);
}
