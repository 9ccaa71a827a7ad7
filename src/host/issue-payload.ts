import { type Issue, type Lease, outputTimestamp } from "#kernel";

/** An issue as the answers of changes show it (contract memory 2). */
export interface ChangedIssue {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly issueType: string;
  readonly assignee: string;
  readonly owner: string;
}

/** An issue with its lease, as the answers of claims show it. */
export interface ClaimedIssue extends ChangedIssue {
  readonly lease: ShownLease | null;
}

/** A lease as the answers of claims show it. */
export interface ShownLease {
  readonly leaseId: string;
  readonly owner: string;
  readonly acquiredAt: string;
  readonly expiresAt: string;
  readonly renewedAt: string | null;
}

/** What a worker shows to prove that it still holds an issue. */
export interface ShownFence {
  readonly rev: number;
  readonly token: number;
}

/** The seven fields that every change shows. */
export function changedIssue(issue: Issue): ChangedIssue {
  const { id, title, status, priority, issue_type: issueType, assignee, owner } = issue;
  return { id, title, status, priority, issueType, assignee, owner };
}

/** The same with the lease, its times in the form of outputs (contract memory 0.4). */
export function claimedIssue(issue: Issue): ClaimedIssue {
  return { ...changedIssue(issue), lease: issue.lease === undefined ? null : shownLease(issue.lease) };
}

/** Revision and fencing token of an issue; rows of other tools have neither, which counts as 0. */
export function fenceOf({ rev = 0, token = 0 }: Issue): ShownFence {
  return { rev, token };
}

function shownLease(lease: Lease): ShownLease {
  return {
    leaseId: lease.lease_id,
    owner: lease.owner,
    acquiredAt: outputTimestamp(lease.acquired_at),
    expiresAt: outputTimestamp(lease.expires_at),
    renewedAt: lease.renewed_at === undefined ? null : outputTimestamp(lease.renewed_at),
  };
}
