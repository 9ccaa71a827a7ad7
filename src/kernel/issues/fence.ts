import { present } from "../evidence/text.ts";
import type { Issue, Lease } from "./issue.ts";
import type { IssueFailure } from "./issue-failure.ts";
import { isLive } from "./lease.ts";
import type { Timestamp } from "./timestamp.ts";

/** What a caller believes about the lease on an issue. A blank text is no belief. */
export interface Fence {
  readonly owner?: string | undefined;
  readonly leaseId?: string | undefined;
  readonly token?: number | undefined;
}

/** The beliefs that were really given. */
export function givenFence({ owner, leaseId, token }: Fence): Fence | undefined {
  const given: Fence = { owner: present(owner), leaseId: present(leaseId), token };
  return Object.values(given).every((belief) => belief === undefined) ? undefined : given;
}

/** Why a lease that is there is not the one believed in: owner, then id, then fencing token (contract memory 1.8; the token is ours). */
export function fenceMismatch(issue: Issue, lease: Lease, fence: Fence): IssueFailure | undefined {
  const { id } = issue;
  if (fence.owner !== undefined && fence.owner !== lease.owner) {
    const message = `lease owner mismatch for ${id} (expected=${lease.owner}, got=${fence.owner})`;
    return { code: "lease_owner_mismatch", message };
  }
  if (fence.leaseId !== undefined && fence.leaseId !== lease.lease_id) {
    const message = `lease_id mismatch for ${id} (expected=${lease.lease_id}, got=${fence.leaseId})`;
    return { code: "lease_id_mismatch", message };
  }
  const token = issue.token ?? 0;
  if (fence.token === undefined || fence.token === token) return undefined;
  const message = `fencing token mismatch for ${id} (expected=${token}, got=${fence.token})`;
  return { code: "lease_token_mismatch", message };
}

/** Why a holder may not act: a lease that is gone or has expired is lost, even if nobody took it since. */
export function fenceFailure(issue: Issue, fence: Fence, now: Timestamp): IssueFailure | undefined {
  if (issue.lease === undefined) return noLease(issue.id);
  if (!isLive(issue.lease, now)) {
    return { code: "lease_stale", message: `lease is stale and must be reclaimed: ${issue.id}` };
  }
  return fenceMismatch(issue, issue.lease, fence);
}

/** There is no lease to speak of. */
export function noLease(id: string): IssueFailure {
  return { code: "lease_missing", message: `issue has no lease: ${id}` };
}
