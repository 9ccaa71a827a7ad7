import type { Sha256 } from "../digest/digest.ts";
import { present } from "../evidence/text.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { Issue } from "./issue.ts";
import type { IssueMutation } from "./issue-mutation.ts";
import { leaseState } from "./lease.ts";
import type { LeaseProjection } from "./lease-projection.ts";
import { outputTimestamp, type Timestamp } from "./timestamp.ts";
import { dispatchFields } from "./transport.ts";
import type { LeaseAction } from "./transport-constants.ts";
import { worldBinding } from "./transport-digest.ts";
import { withoutMisfits } from "./transport-extras.ts";
import { type PayloadReading, readPayload } from "./transport-payload.ts";

/** A lease action as the store takes it, and where; or the reference's words for what is wrong with the payload. */
export function leaseMutation(
  action: LeaseAction,
  payload: Json,
  utf8: Utf8,
): PayloadReading<{ readonly mutation: IssueMutation; readonly issuesPath: string | undefined }> {
  const known = withoutMisfits(action, payload);
  const ttl = largeTtl(known);
  // What a double cannot hold is read aside: it is a number of the reference's, and judged as one.
  const reading = readPayload(
    action,
    isJsonObject(known) && ttl !== undefined ? { ...known, leaseTtlSeconds: 0 } : known,
    utf8,
  );
  if (!reading.ok) return reading;
  const { issuesPath, ...read } = reading.value;
  const args = ttl === undefined ? read : { ...read, leaseTtlSeconds: ttl };
  // The payload's fields are the mutation's arguments, by name and kind.
  return { ok: true, value: { mutation: { action, args } as IssueMutation, issuesPath: present(issuesPath) } };
}

const LARGEST_I64 = 2n ** 63n - 1n;

/** A TTL beyond the numbers that a double holds exactly, within those of 64 bits. */
function largeTtl(payload: Json): bigint | undefined {
  const ttl = isJsonObject(payload) ? payload["leaseTtlSeconds"] : undefined;
  return typeof ttl === "bigint" && ttl <= LARGEST_I64 && ttl >= -LARGEST_I64 - 1n ? ttl : undefined;
}

/** What came of a lease action. */
export type LeaseOutcome =
  | {
      readonly ok: true;
      readonly changed: boolean;
      readonly issue: Issue | undefined;
      readonly projection: LeaseProjection;
    }
  | { readonly ok: false; readonly failure: { readonly code: string; readonly message: string } };

/** The answer to a lease action (contract memory 2.1). */
export function leaseEnvelope(
  sha256: Sha256,
  action: LeaseAction,
  answer: { readonly outcome: LeaseOutcome; readonly issuesPath: string; readonly now: Timestamp },
): JsonObject {
  const { outcome, issuesPath, now } = answer;
  const common = { ...dispatchFields(sha256, action), issuesPath, worldBinding: { ...worldBinding(action) } };
  if (!outcome.ok) {
    const { code, message } = outcome.failure;
    return { ...common, result: "rejected", failureClasses: [code], diagnostic: message };
  }
  const { changed, issue, projection } = outcome;
  const accepted = { ...common, result: "accepted", failureClasses: [], changed, leaseProjection: { ...projection } };
  return issue === undefined ? accepted : { ...accepted, issue: leasedIssue(issue, now) };
}

/** An issue with its lease as transport answers show it: the state is said, `renewedAt` is left out when there was no renewal. */
export function leasedIssue(issue: Issue, now: Timestamp): JsonObject {
  const { id, title, status, priority, assignee, owner, lease } = issue;
  const summary = { id, title, status, priority, issueType: issue.issue_type, assignee, owner };
  if (lease === undefined) return summary;
  const shown = {
    leaseId: lease.lease_id,
    owner: lease.owner,
    acquiredAt: outputTimestamp(lease.acquired_at),
    expiresAt: outputTimestamp(lease.expires_at),
    ...(lease.renewed_at !== undefined && { renewedAt: outputTimestamp(lease.renewed_at) }),
    state: leaseState(issue, now),
  };
  return { ...summary, lease: shown };
}
