import { describe, expect, test } from "vitest";
import { EPOCH } from "../issues/timestamp.ts";
import { closedSnapshot, type HandoffState, LEASE_HANDOFFS, type LeasedRow, leaseSnapshot } from "./lease-snapshot.ts";

const LEASE = { lease_id: "l1", owner: "w1", expires_at: "1970-01-01T00:00:01Z" };
const HELD = { status: "in_progress", assignee: "w1", lease: LEASE };

describe("the state of a lease when a worker stops (contract 3.1)", () => {
  test.each<[HandoffState, LeasedRow | undefined]>([
    ["missing_issue", undefined],
    ["released", { status: "closed", assignee: "w1" }],
    ["closed_with_lease", { ...HELD, status: " closed " }],
    ["unleased", { status: "in_progress", assignee: "w1" }],
    ["invalid_expires_at", { ...HELD, lease: { ...LEASE, expires_at: "soon" } }],
    ["stale", { ...HELD, lease: { ...LEASE, expires_at: EPOCH } }],
    ["stale", { ...HELD, status: "open", lease: { ...LEASE, expires_at: "1969-12-31T23:59:59Z" } }],
    ["contended", { ...HELD, status: "open" }],
    ["contended", { ...HELD, assignee: "w2" }],
    ["active", HELD],
    ["active", { ...HELD, assignee: " w1 " }],
    ["active", { ...HELD, lease: { ...LEASE, expires_at: "1970-01-01T01:00:00.5+01:00" } }],
    ["active", { ...HELD, assignee: "w2", lease: { ...LEASE, owner: " " } }],
  ])("%s, case %#", (state, issue) => {
    const { action, resultClass } = LEASE_HANDOFFS[state];
    expect(leaseSnapshot(issue, EPOCH)).toMatchObject({ state, action, resultClass });
  });
});

test("a snapshot names the lease it saw, trimmed, and what is done about it", () => {
  const spaced = { status: " in_progress ", assignee: "w2 ", lease: { ...LEASE, lease_id: " l1 ", owner: " w1" } };
  expect(leaseSnapshot(spaced, EPOCH)).toEqual({
    state: "contended",
    action: "issue_lease_release",
    resultClass: "retry_needed_lease_contended",
    status: "in_progress",
    assignee: "w2",
    leaseId: "l1",
    leaseOwner: "w1",
  });
});

test("a step is only completed when its issue is closed and nobody holds it", () => {
  const claimed = { leaseId: "l1", workerId: "w1" };
  const closed = { status: "closed", assignee: "w1" };
  expect(closedSnapshot(closed, claimed)).toEqual({
    state: "released",
    action: "release_closed",
    resultClass: "completed",
    status: "closed",
    assignee: "w1",
    leaseId: "l1",
    leaseOwner: "w1",
  });
  const others = [undefined, HELD, { ...closed, lease: LEASE }, { ...closed, status: "open" }];
  expect(others.map((issue) => closedSnapshot(issue, claimed))).toEqual([undefined, undefined, undefined, undefined]);
});

test("the table is the contract's", () => {
  expect(LEASE_HANDOFFS).toEqual({
    active: { action: "issue_lease_renew", resultClass: "retry_needed_lease_active" },
    stale: { action: "issue_claim_next_reclaim", resultClass: "retry_needed_lease_stale" },
    contended: { action: "issue_lease_release", resultClass: "retry_needed_lease_contended" },
    released: { action: "claim_next", resultClass: "failed_issue_closed" },
    unleased: { action: "reconcile", resultClass: "failed_lease_missing" },
    missing_issue: { action: "stop", resultClass: "failed_issue_missing" },
    closed_with_lease: { action: "stop", resultClass: "failed_lease_invariant" },
    invalid_expires_at: { action: "stop", resultClass: "failed_lease_invariant" },
  });
});
