import { isContended, type Issue, type LeaseProjection, leaseProjection, type LeaseState, leaseState } from "#kernel";
import type { Timestamp } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { claimedIssue, type ShownLease } from "../issue-payload.ts";
import { readingIssues } from "../with-issues.ts";

/** An issue that is leased, and whether it agrees with its lease. */
export interface LeasedIssue {
  readonly id: string;
  readonly status: string;
  readonly assignee: string;
  readonly lease: (ShownLease & { readonly state: LeaseState }) | null;
  readonly contended: boolean;
}

/** Every lease at a moment, and those that need somebody's attention (contract memory 3). */
export interface LeaseProjectionData {
  readonly action: "issue.lease_projection";
  readonly issuesPath: string;
  readonly projection: LeaseProjection;
  readonly count: number;
  readonly items: readonly LeasedIssue[];
}

/** Lists the leases by issue id, stale and contended ones told apart (contract memory 1.8). */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<LeaseProjectionData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const { issues } = store.load();
    const now = ports.now();
    const leased = [...issues.values()].filter(({ lease }) => lease !== undefined);
    const items = leased.map((issue) => leasedIssue(issue, now));
    const projection = leaseProjection(issues, now);
    return {
      ok: true,
      data: { action: "issue.lease_projection", issuesPath: path, projection, count: items.length, items },
    };
  });
}

function leasedIssue(issue: Issue, now: Timestamp): LeasedIssue {
  const { id, status, assignee, lease } = claimedIssue(issue);
  const shown = lease === null ? null : { ...lease, state: leaseState(issue, now) };
  return { id, status, assignee, lease: shown, contended: isContended(issue, now) };
}
