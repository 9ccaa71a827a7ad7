import type { Sha256 } from "../digest/digest.ts";
import type { LeaseSnapshot } from "./lease-snapshot.ts";
import { stableHash } from "../digest/stable-hash.ts";

/** Who stopped, on which issue, and with which lease it had begun. */
export interface LeaseHolder {
  readonly issueId: string;
  readonly workerId: string;
  readonly claimedLeaseId?: string;
}

/** `lease://handoff/<issue>/<state>/<digest>` (contract 3.1). No moment is hashed, so the same end gives the same ref. */
export function leaseHandoffRef(sha256: Sha256, snapshot: LeaseSnapshot, holder: LeaseHolder): string {
  const { issueId, workerId, claimedLeaseId = "" } = holder;
  const { state, action, status, assignee } = snapshot;
  // An active lease that names nobody is the one this worker claimed.
  const active = state === "active";
  const digest = stableHash(sha256, {
    issueId,
    workerId,
    leaseId: snapshot.leaseId === "" && active ? claimedLeaseId : snapshot.leaseId,
    leaseOwner: snapshot.leaseOwner === "" && active ? workerId : snapshot.leaseOwner,
    leaseState: state,
    leaseAction: action,
    status,
    assignee,
  });
  return `lease://handoff/${issueId}/${state}/${digest}`;
}
