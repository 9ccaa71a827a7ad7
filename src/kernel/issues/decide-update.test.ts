import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, edge, MADE, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Issue, Lease } from "./issue.ts";
import type { IssueArgs, IssueMutation } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00Z");
const LEASE: Lease = { lease_id: "L1", owner: "al", acquired_at: MADE, expires_at: at("2026-03-01T12:30:00Z") };
const STALE: Lease = { ...LEASE, expires_at: NOW };
const FREE: Issue = sampleIssue("bd-1", { assignee: "al", token: 4 });
const HELD: Issue = { ...FREE, status: "in_progress", lease: LEASE };

function decide(issue: Issue, mutation: IssueMutation): Decision {
  return decideMutation(issueView(byIds(issue)), mutation, NOW, utf8);
}

function changed(issue: Issue): Decision {
  return { ok: true, changed: [issue], issue };
}

function update(issue: Issue, args: Partial<IssueArgs["issue.update"]>): Decision {
  return decide(issue, { action: "issue.update", args: { id: "bd-1", ...args } });
}

function close(issue: Issue, args: Partial<IssueArgs["issue.close"]>): Decision {
  return decide(issue, { action: "issue.close", args: { id: "bd-1", ...args } });
}

describe("an update (contract memory 1.2, 2)", () => {
  test("sets what is given, also to nothing, and leaves the rest", () => {
    const fields = { title: "", description: "d", notes: "n", priority: -3, assignee: "", owner: "o" };
    const row = { ...HELD, labels: ["x"], dependencies: [edge("bd-1", "bd-2")] };
    expect(update(row, fields)).toStrictEqual(changed({ ...row, ...fields, updated_at: NOW }));
  });

  test.each<[string, Issue, string, Issue]>([
    ["open clears the lease", HELD, "open", { ...FREE, status: "open" }],
    ["blocked clears the lease", HELD, "blocked", { ...FREE, status: "blocked" }],
    ["in_progress keeps the lease", HELD, "in_progress", HELD],
    [
      "a status that reads as in_progress keeps the lease",
      HELD,
      " In_Progress\u0085",
      { ...HELD, status: " In_Progress\u0085" },
    ],
    [
      "closed sets the time of closing and clears the lease",
      HELD,
      "closed",
      { ...FREE, status: "closed", closed_at: NOW },
    ],
    [
      "closed again keeps the first time",
      { ...FREE, status: "closed", closed_at: MADE },
      "closed",
      { ...FREE, status: "closed", closed_at: MADE },
    ],
    [
      "any other status clears the time of closing",
      { ...FREE, closed_at: MADE },
      "Closed",
      { ...FREE, status: "Closed" },
    ],
    ["the empty status is a status", FREE, "", { ...FREE, status: "" }],
  ])("of the status: %s; assignee and token stay", (_name, before, status, after) => {
    expect(update(before, { status })).toStrictEqual(changed({ ...after, updated_at: NOW }));
  });

  test("of an issue whose times were missing writes both", () => {
    const row = { ...FREE, created_at: at("1970-01-01T00:00:00Z"), missingTimestamps: true } as const;
    const { missingTimestamps: _, ...written } = row;
    expect(update(row, { title: "t" })).toStrictEqual(changed({ ...written, title: "t", updated_at: NOW }));
  });

  test.each<[string, Issue, Partial<IssueArgs["issue.update"]>, string, string]>([
    ["of an issue that is not there", FREE, { id: "bd-9" }, "issue_not_found", "issue not found: bd-9"],
    ["of nothing", FREE, {}, "no_update_fields", "no update fields provided"],
    ["of nothing under a fence that holds", HELD, { leaseId: "L1" }, "no_update_fields", "no update fields provided"],
    [
      "of a priority that the file cannot hold",
      FREE,
      { priority: 2 ** 31 },
      "invalid_priority",
      "priority must be a whole number of 32 bits (got 2147483648)",
    ],
    [
      "of a priority that is not whole",
      FREE,
      { priority: 1.5 },
      "invalid_priority",
      "priority must be a whole number of 32 bits (got 1.5)",
    ],
    ["under a lease that is not there", FREE, { title: "x", token: 4 }, "lease_missing", "issue has no lease: bd-1"],
    [
      "under a lease of another",
      HELD,
      { title: "x", leaseOwner: "bo" },
      "lease_owner_mismatch",
      "lease owner mismatch for bd-1 (expected=al, got=bo)",
    ],
    [
      "under a lease that is over",
      { ...HELD, lease: STALE },
      { title: "x", leaseId: "L1" },
      "lease_stale",
      "lease is stale and must be reclaimed: bd-1",
    ],
    ["with NUL in a text", FREE, { notes: "a\0b" }, "mutation_invalid", "notes holds a NUL character"],
    ["with NUL in the title", FREE, { title: "\0" }, "invalid_title", "title holds a NUL character"],
    ["with half a character", FREE, { owner: "\uD800" }, "mutation_invalid", "owner holds a lone surrogate"],
  ])("is refused: %s", (_name, before, args, code, message) => {
    expect(update(before, args)).toStrictEqual({ ok: false, failure: { code, message } });
  });

  test("under a fence that holds is made, and a new assignee is no part of the fence", () => {
    const args = { assignee: "bo", leaseOwner: "al", leaseId: "L1", token: 4 };
    expect(update(HELD, args)).toStrictEqual(changed({ ...HELD, assignee: "bo", updated_at: NOW }));
  });
});

describe("closing (K14, M01)", () => {
  const CLOSED = { ...FREE, status: "closed", closed_at: NOW, updated_at: NOW };
  test.each<[string, Issue, Partial<IssueArgs["issue.close"]>]>([
    ["an open issue without a fence", FREE, {}],
    ["a held issue without a fence: a person may", HELD, { assignee: " " }],
    ["a held issue by its holder", HELD, { assignee: "al", leaseId: "L1", token: 4 }],
    ["with a reason, which is the log's and not the row's", HELD, { reason: "done" }],
  ])("%s", (_name, before, args) => {
    expect(close(before, args)).toStrictEqual(changed(CLOSED));
  });

  test.each<[string, Issue, Partial<IssueArgs["issue.close"]>, string, string]>([
    ["an issue that is not there", HELD, { id: "bd-9", token: 1 }, "issue_not_found", "issue not found: bd-9"],
    [
      "by one whose lease was released",
      FREE,
      { assignee: "al", leaseId: "L1", token: 4 },
      "lease_missing",
      "issue has no lease: bd-1",
    ],
    [
      "by one whose lease merely expired",
      { ...HELD, lease: STALE },
      { assignee: "al", leaseId: "L1", token: 4 },
      "lease_stale",
      "lease is stale and must be reclaimed: bd-1",
    ],
    [
      "by one whose issue another has taken over",
      HELD,
      { assignee: "bo", leaseId: "L1", token: 3 },
      "lease_owner_mismatch",
      "lease owner mismatch for bd-1 (expected=al, got=bo)",
    ],
    [
      "under the id of an earlier lease",
      HELD,
      { leaseId: "L0", token: 3 },
      "lease_id_mismatch",
      "lease_id mismatch for bd-1 (expected=L1, got=L0)",
    ],
    [
      "by the same name under the same lease id with an earlier token",
      HELD,
      { assignee: "al", leaseId: "L1", token: 3 },
      "lease_token_mismatch",
      "fencing token mismatch for bd-1 (expected=4, got=3)",
    ],
    [
      "with a token when the lease has none",
      { ...sampleIssue("bd-1"), lease: LEASE },
      { token: 1 },
      "lease_token_mismatch",
      "fencing token mismatch for bd-1 (expected=0, got=1)",
    ],
  ])("is refused: %s", (_name, before, args, code, message) => {
    expect(close(before, args)).toStrictEqual({ ok: false, failure: { code, message } });
  });

  test("twice by its holder is refused the second time", () => {
    const fence = { assignee: "al", leaseId: "L1", token: 4 };
    const first = close(HELD, fence);
    expect(first.ok && close(first.issue ?? HELD, fence)).toStrictEqual({
      ok: false,
      failure: { code: "lease_missing", message: "issue has no lease: bd-1" },
    });
  });
});

describe("marking as blocked (contract harness 3.3)", () => {
  test.each<[string, string, string | undefined, string]>([
    ["adds the reason to the notes", "old", "why", "old\n\nwhy"],
    ["starts the notes with the reason", "", "why", "why"],
    ["does not repeat a reason that is there", "x why y", "why", "x why y"],
    ["needs no reason", "old", undefined, "old"],
  ])("%s", (_name, notes, reason, after) => {
    const args = reason === undefined ? { id: "bd-1" } : { id: "bd-1", reason };
    const decision = decide({ ...HELD, notes }, { action: "issue.mark_blocked", args });
    expect(decision).toStrictEqual(changed({ ...FREE, status: "blocked", notes: after, updated_at: NOW }));
  });
});

describe("deleting", () => {
  test("leaves a closed tombstone without a lease", () => {
    const decision = decide(HELD, { action: "issue.delete", args: { id: "bd-1", reason: "spam" } });
    expect(decision).toStrictEqual(
      changed({ ...FREE, status: "closed", closed_at: NOW, updated_at: NOW, tombstone: true }),
    );
  });

  test.each(["issue.delete", "issue.mark_blocked", "issue.close"] as const)("%s finds no deleted issue", (action) => {
    const decision = decide({ ...FREE, tombstone: true }, { action, args: { id: "bd-1" } });
    expect(decision).toStrictEqual({
      ok: false,
      failure: { code: "issue_not_found", message: "issue not found: bd-1" },
    });
  });
});
