import type { Issue } from "#kernel";
import { mandated } from "./change-issue.ts";
import type { Harness } from "./harness.ts";

/** A claim that holds, with what fences it. */
export interface HeldLease {
  readonly issueId: string;
  readonly leaseId: string;
  /** Every later holder has a higher one. */
  readonly token: number;
  readonly expiresAt: string;
}

/** Claims an issue for this worker; undefined where somebody else was faster. */
export async function claim(harness: Harness, issueId: string): Promise<HeldLease | undefined> {
  const { terms, ports } = harness;
  const { workerId: assignee, leaseTtlSeconds } = terms;
  const request = ports.newRequestId();
  const applied = await mandated(harness, {
    action: "issue.claim",
    args: { id: issueId, assignee, leaseTtlSeconds, request },
  });
  return applied.ok && applied.issue !== undefined ? heldBy(applied.issue) : undefined;
}

function heldBy({ id, lease, token = 0 }: Issue): HeldLease | undefined {
  if (lease === undefined) return undefined;
  return { issueId: id, leaseId: lease.lease_id, token, expiresAt: lease.expires_at };
}

/** Prolongs a lease; undefined where it is lost, and with it the right to close anything. */
export async function renew(
  harness: Harness,
  { issueId: id, leaseId, token }: HeldLease,
): Promise<HeldLease | undefined> {
  const { terms, ports } = harness;
  const { workerId: assignee, leaseTtlSeconds } = terms;
  const request = ports.newRequestId();
  const args = { id, assignee, leaseId, token, leaseTtlSeconds, request };
  const applied = await mandated(harness, { action: "issue.lease_renew", args });
  return applied.ok && applied.issue !== undefined ? heldBy(applied.issue) : undefined;
}

/** Gives a lease back; one that somebody else has by now is left to them. */
export async function release(
  harness: Harness,
  { issueId: id, leaseId, assignee }: { readonly issueId: string; readonly leaseId: string; readonly assignee: string },
): Promise<boolean> {
  const request = harness.ports.newRequestId();
  const applied = await mandated(harness, { action: "issue.lease_release", args: { id, assignee, leaseId, request } });
  return applied.ok;
}
