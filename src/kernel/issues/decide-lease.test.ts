import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, MADE, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Issue, Lease } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00Z");
const THEN = at("2026-03-01T11:00:00Z");
const LEASE: Lease = { lease_id: "L1", owner: "al", acquired_at: THEN, expires_at: at("2026-03-01T12:30:00Z") };
const STALE: Lease = { ...LEASE, expires_at: NOW };
const HELD: Issue = sampleIssue("bd-1", { status: "in_progress", assignee: "al", lease: LEASE, token: 4 });

function renew(before: Partial<Issue>, args: Partial<IssueArgs["issue.lease_renew"]>): Decision {
  const mutation = {
    action: "issue.lease_renew",
    args: { id: "bd-1", assignee: "al", leaseId: "L1", ...args },
  } as const;
  return decideMutation(issueView(byIds({ ...HELD, ...before })), mutation, NOW, utf8);
}

function withoutLease(issue: Issue): Issue {
  const { lease: _, ...row } = issue;
  return row;
}

describe("renewing prolongs the lease (contract memory 1.8)", () => {
  const RENEWED: Issue = {
    ...HELD,
    updated_at: NOW,
    lease: { ...LEASE, expires_at: at("2026-03-01T13:00:00Z"), renewed_at: NOW },
  };
  test.each<[string, Partial<Issue>, Partial<IssueArgs["issue.lease_renew"]>, Partial<Issue>]>([
    ["of its holder", {}, {}, {}],
    ["of a holder who knows the fencing token", {}, { token: 4 }, {}],
    ["of a holder named with space around", {}, { assignee: " al ", leaseId: " L1 " }, {}],
    ["and forces status and assignee", { status: "open", assignee: "bo", closed_at: MADE }, {}, {}],
    [
      "until the time asked for",
      {},
      { leaseExpiresAt: "2030-01-01T00:00:00Z" },
      { lease: { ...LEASE, expires_at: at("2030-01-01T00:00:00Z"), renewed_at: NOW } },
    ],
  ])("%s", (_name, before, args, after) => {
    const wanted = { ...RENEWED, ...after };
    expect(renew(before, args)).toStrictEqual({ ok: true, changed: [wanted], issue: wanted });
  });
});

describe("renewing is refused (contract memory 1.8, K14)", () => {
  test.each<[string, Partial<Issue>, Partial<IssueArgs["issue.lease_renew"]>, string, string]>([
    ["without an assignee", {}, { assignee: "", leaseId: "" }, "lease_invalid_assignee", "assignee is required"],
    [
      "without a lease id, before the term",
      {},
      { leaseId: " ", leaseTtlSeconds: 1 },
      "lease_id_mismatch",
      "lease_id is required",
    ],
    [
      "with a bad term, before the issue is looked at",
      {},
      { id: "bd-9", leaseTtlSeconds: 29 },
      "lease_invalid_ttl",
      "lease_ttl_seconds must be in range [30, 86400]",
    ],
    ["for an issue that is not there", {}, { id: "bd-9" }, "lease_not_found", "issue not found: bd-9"],
    [
      "for a closed issue, even when its lease is another's",
      { status: "closed" },
      { assignee: "bo" },
      "lease_issue_closed",
      "cannot renew lease on closed issue: bd-1",
    ],
    [
      "when the lease is stale, before the owner is looked at",
      { lease: STALE },
      { assignee: "bo" },
      "lease_stale",
      "lease is stale and must be reclaimed: bd-1",
    ],
    [
      "when somebody else is the owner, before the id is looked at",
      {},
      { assignee: "bo", leaseId: "L9" },
      "lease_owner_mismatch",
      "lease owner mismatch for bd-1 (expected=al, got=bo)",
    ],
    [
      "when the id is another, before the token is looked at",
      {},
      { leaseId: "L9", token: 1 },
      "lease_id_mismatch",
      "lease_id mismatch for bd-1 (expected=L1, got=L9)",
    ],
    [
      "when the token is an older one",
      {},
      { token: 3 },
      "lease_token_mismatch",
      "fencing token mismatch for bd-1 (expected=4, got=3)",
    ],
  ])("%s", (_name, before, args, code, message) => {
    expect(renew(before, args)).toStrictEqual({ ok: false, failure: { code, message } });
  });

  test("when there is no lease", () => {
    const mutation = { action: "issue.lease_renew", args: { id: "bd-1", assignee: "bo", leaseId: "L9" } } as const;
    const decision = decideMutation(issueView(byIds(withoutLease(HELD))), mutation, NOW, utf8);
    expect(decision).toStrictEqual({
      ok: false,
      failure: { code: "lease_missing", message: "issue has no lease: bd-1" },
    });
  });
});

function release(issue: Issue, args: Partial<IssueArgs["issue.lease_release"]>): Decision {
  const mutation = { action: "issue.lease_release", args: { id: "bd-1", ...args } } as const;
  return decideMutation(issueView(byIds(issue)), mutation, NOW, utf8);
}

describe("releasing gives the lease back and keeps the token (contract memory 1.8)", () => {
  const FREE: Issue = { ...withoutLease(HELD), status: "open", assignee: "", updated_at: NOW };
  test.each<[string, Issue, Partial<IssueArgs["issue.lease_release"]>, Issue]>([
    ["to anybody who expects nothing", HELD, {}, FREE],
    ["to its holder", HELD, { assignee: "al", leaseId: "L1", token: 4 }, FREE],
    ["when the expectations are blank", HELD, { assignee: " ", leaseId: "" }, FREE],
    ["when it is stale", { ...HELD, lease: STALE }, { assignee: "al" }, FREE],
    [
      "of an issue with another status, which stays",
      { ...HELD, status: "blocked" },
      {},
      { ...FREE, status: "blocked" },
    ],
    [
      "of a closed issue",
      { ...HELD, status: "closed", closed_at: MADE },
      {},
      { ...FREE, status: "closed", closed_at: MADE },
    ],
  ])("%s", (_name, before, args, after) => {
    expect(release(before, args)).toStrictEqual({ ok: true, changed: [after], issue: after });
  });

  test("without a lease and without an expectation nothing changes, and that is fine", () => {
    const free = withoutLease(HELD);
    expect(release(free, { leaseId: " " })).toStrictEqual({ ok: true, changed: [], issue: free });
  });

  test.each<[string, Issue, Partial<IssueArgs["issue.lease_release"]>, string, string]>([
    ["for an issue that is not there", HELD, { id: "bd-9" }, "lease_not_found", "issue not found: bd-9"],
    [
      "when a lease of somebody is expected and there is none",
      withoutLease(HELD),
      { assignee: "al" },
      "lease_missing",
      "issue has no lease: bd-1",
    ],
    [
      "when a lease id is expected and there is none",
      withoutLease(HELD),
      { leaseId: "L1" },
      "lease_missing",
      "issue has no lease: bd-1",
    ],
    [
      "when a token is expected and there is no lease",
      withoutLease(HELD),
      { token: 4 },
      "lease_missing",
      "issue has no lease: bd-1",
    ],
    [
      "by another, even when it is stale",
      { ...HELD, lease: STALE },
      { assignee: "bo", leaseId: "L9" },
      "lease_owner_mismatch",
      "lease owner mismatch for bd-1 (expected=al, got=bo)",
    ],
    [
      "under another id",
      HELD,
      { leaseId: "L9", token: 1 },
      "lease_id_mismatch",
      "lease_id mismatch for bd-1 (expected=L1, got=L9)",
    ],
    [
      "with an older token",
      HELD,
      { assignee: "al", leaseId: "L1", token: 3 },
      "lease_token_mismatch",
      "fencing token mismatch for bd-1 (expected=4, got=3)",
    ],
  ])("is refused %s", (_name, before, args, code, message) => {
    expect(release(before, args)).toStrictEqual({ ok: false, failure: { code, message } });
  });
});
