import { present } from "../evidence/text.ts";
import { idToken } from "./id-token.ts";
import type { Issue, Lease } from "./issue.ts";
import { type Outcome, refused } from "./outcome.ts";
import { compareTimestamps, nanosOf, parseTimestamp, type Timestamp, timestampOfNanos } from "./timestamp.ts";

/** Where an issue's lease stands at a moment (contract memory 1.8). */
export type LeaseState = "unleased" | "active" | "stale";

/** A lease holds until the moment it expires, not in that moment. */
export function leaseState(issue: Issue, now: Timestamp): LeaseState {
  if (issue.lease === undefined) return "unleased";
  return isLive(issue.lease, now) ? "active" : "stale";
}

/** Whether a lease still holds. */
export function isLive(lease: Lease, now: Timestamp): boolean {
  return compareTimestamps(lease.expires_at, now) > 0;
}

/** An active lease that its issue does not agree with: somebody changed the status or the assignee under it. */
export function isContended(issue: Issue, now: Timestamp): boolean {
  if (issue.lease === undefined || !isLive(issue.lease, now)) return false;
  return issue.status !== "in_progress" || issue.assignee !== issue.lease.owner;
}

/** The id of a new lease: the one asked for unless it is blank, else made of issue and assignee (contract memory 1.8). */
export function newLeaseId(requested: string | undefined, issueId: string, assignee: string): string {
  return present(requested) ?? `lease1_${idToken(issueId, "anon")}_${idToken(assignee, "anon")}`;
}

/** How long a lease is asked to last. */
export interface LeaseTerm {
  readonly leaseTtlSeconds?: number | bigint;
  readonly leaseExpiresAt?: string;
}

const DEFAULT_TTL = 3600;
const MIN_TTL = 30;
const MAX_TTL = 86_400;

/** When a lease taken now would end, or why the term is no term. A given expiry is not bound by the longest TTL (contract memory 1.8). */
export function leaseExpiry(term: LeaseTerm, now: Timestamp, naming: "plain" | "got" = "plain"): Outcome<Timestamp> {
  const explicit = present(term.leaseExpiresAt);
  if (explicit === undefined) return ttlExpiry(term.leaseTtlSeconds ?? DEFAULT_TTL, now, naming);
  if (term.leaseTtlSeconds !== undefined) {
    return refused("lease_binding_ambiguous", "provide only one of leaseTtlSeconds or leaseExpiresAt");
  }
  const expiresAt = parseTimestamp(explicit);
  if (expiresAt === undefined) return refused("lease_invalid_expires_at", "lease_expires_at must be RFC3339");
  if (compareTimestamps(expiresAt, now) <= 0) {
    return refused("lease_invalid_expires_at", "lease_expires_at must be in the future");
  }
  return { ok: true, value: expiresAt };
}

function ttlExpiry(seconds: number | bigint, now: Timestamp, naming: "plain" | "got"): Outcome<Timestamp> {
  if (!isWhole(seconds) || seconds < MIN_TTL || seconds > MAX_TTL) {
    const got = naming === "got" ? ` (got ${seconds})` : "";
    return refused("lease_invalid_ttl", `lease_ttl_seconds must be in range [${MIN_TTL}, ${MAX_TTL}]${got}`);
  }
  return { ok: true, value: timestampOfNanos(nanosOf(now) + BigInt(seconds) * 1_000_000_000n) };
}

function isWhole(seconds: number | bigint): boolean {
  return typeof seconds === "bigint" || Number.isInteger(seconds);
}
