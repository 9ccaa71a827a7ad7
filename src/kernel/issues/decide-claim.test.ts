import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { at, byIds, edge, MADE, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { decideMutation } from "./decide-mutation.ts";
import type { Decision } from "./decision.ts";
import type { Issue, Lease } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";

const NOW = at("2026-03-01T12:00:00.25Z");
const HOUR = at("2026-03-01T13:00:00.25Z");
const LIVE = at("2026-03-01T12:30:00Z");
const PAST = at("2026-03-01T11:59:00Z");
const THEN = at("2026-03-01T11:00:00Z");

function lease(owner: string, expires = LIVE): Lease {
  return { lease_id: `L-${owner}`, owner, acquired_at: THEN, expires_at: expires };
}

function claim(issues: readonly Issue[], args: Partial<IssueArgs["issue.claim"]>): Decision {
  const mutation = { action: "issue.claim", args: { id: "bd-1", assignee: "al", ...args } } as const;
  return decideMutation(issueView(byIds(...issues)), mutation, NOW, utf8);
}

function claimNext(issues: readonly Issue[], args: Partial<IssueArgs["issue.claim_next"]> = {}): Decision {
  const mutation = { action: "issue.claim_next", args: { assignee: "al", ...args } } as const;
  return decideMutation(issueView(byIds(...issues)), mutation, NOW, utf8);
}

const ROW = sampleIssue("bd-1");
/** What a first claim by `al` makes of {@link ROW}. */
const CLAIMED: Issue = {
  ...ROW,
  status: "in_progress",
  assignee: "al",
  updated_at: NOW,
  lease: { lease_id: "lease1_bd-1_al", owner: "al", acquired_at: NOW, expires_at: HOUR },
  token: 1,
};
const RENEWED: Lease = { ...lease("al"), expires_at: HOUR, renewed_at: NOW };

describe("claim gives the issue (contract memory 1.8, M01)", () => {
  test.each<[string, Partial<Issue>, Partial<IssueArgs["issue.claim"]>, Partial<Issue>]>([
    ["when it is free", {}, {}, {}],
    ["to the trimmed assignee", {}, { assignee: " al\n" }, {}],
    [
      "under the lease id asked for",
      {},
      { leaseId: " mine " },
      { lease: { ...lease("al"), lease_id: "mine", acquired_at: NOW, expires_at: HOUR } },
    ],
    [
      "for the time asked for",
      {},
      { leaseTtlSeconds: 30 },
      {
        lease: {
          ...lease("al"),
          lease_id: "lease1_bd-1_al",
          acquired_at: NOW,
          expires_at: at("2026-03-01T12:00:30.25Z"),
        },
      },
    ],
    [
      "although it is blocked, by status and by another",
      { status: "blocked", dependencies: [edge("bd-1", "bd-9")] },
      {},
      { dependencies: [edge("bd-1", "bd-9")] },
    ],
    ["when it is assigned to the same name", { assignee: "al" }, {}, {}],
    ["when it is in progress without a lease and without a name", { status: "in_progress" }, {}, {}],
    ["and clears the time of closing when the status changes", { status: "reopened", closed_at: MADE }, {}, {}],
    [
      "and keeps a time of closing that stands beside work in progress",
      { status: "in_progress", closed_at: MADE },
      {},
      { closed_at: MADE },
    ],
    ["with the next fencing token", { token: 6 }, {}, { token: 7 }],
    [
      "from a stale lease of another, whose name goes",
      { status: "in_progress", assignee: "bo", lease: lease("bo", PAST), token: 3 },
      {},
      { token: 4 },
    ],
    [
      "from a stale lease, clearing the time of closing on the way",
      { status: "in_progress", closed_at: MADE, lease: lease("bo", PAST) },
      {},
      {},
    ],
    [
      "from a stale lease of its own as a new lease",
      { status: "in_progress", assignee: "al", lease: lease("al", PAST), token: 3 },
      {},
      { token: 4 },
    ],
    ["from a stale lease under a third name", { assignee: "cy", lease: lease("bo", PAST) }, {}, {}],
    [
      "again to its holder, under the same lease id and token, whatever id is asked for",
      { status: "in_progress", assignee: "al", lease: lease("al"), token: 3 },
      { leaseId: "other" },
      { lease: RENEWED, token: 3 },
    ],
    [
      "again to its holder, bringing status and assignee back",
      { status: "open", assignee: "bo", lease: lease("al"), token: 1 },
      {},
      { lease: RENEWED },
    ],
  ])("%s", (_name, before, args, after) => {
    const wanted: Issue = { ...CLAIMED, ...after };
    expect(claim([{ ...ROW, ...before }], args)).toStrictEqual({ ok: true, changed: [wanted], issue: wanted });
  });

  test("to a holder whose lease has no token without making one up", () => {
    const held = { ...ROW, status: "in_progress", assignee: "al", lease: lease("al") };
    const wanted = { ...held, updated_at: NOW, lease: RENEWED };
    expect(claim([held], {})).toStrictEqual({ ok: true, changed: [wanted], issue: wanted });
  });
});

describe("claim is refused (contract memory 1.8)", () => {
  test.each<[string, Partial<Issue>, Partial<IssueArgs["issue.claim"]>, string, string]>([
    [
      "without an assignee, before the term is looked at",
      {},
      { assignee: " \t", leaseTtlSeconds: 1 },
      "lease_invalid_assignee",
      "assignee is required",
    ],
    [
      "with a bad term, before the issue is looked at",
      {},
      { id: "bd-9", leaseTtlSeconds: 1 },
      "lease_invalid_ttl",
      "lease_ttl_seconds must be in range [30, 86400]",
    ],
    ["when there is no such issue", {}, { id: "bd-9" }, "lease_not_found", "issue not found: bd-9"],
    [
      "when it is closed, even with a stale lease",
      { status: "closed", lease: lease("bo", PAST) },
      {},
      "lease_issue_closed",
      "cannot claim closed issue: bd-1",
    ],
    [
      "when another holds it",
      { assignee: "al", lease: lease("bo") },
      {},
      "lease_contention_active",
      "issue already leased: bd-1 (owner=bo, lease_id=L-bo)",
    ],
    [
      "when it is assigned to another",
      { assignee: "zoe" },
      {},
      "lease_contention_active",
      "issue already claimed: bd-1 (assignee=zoe)",
    ],
  ])("%s", (_name, before, args, code, message) => {
    expect(claim([{ ...ROW, ...before }], args)).toStrictEqual({ ok: false, failure: { code, message } });
  });

  test("for a deleted issue, as if it had never been there", () => {
    const failure = { code: "lease_not_found", message: "issue not found: bd-1" };
    expect(claim([{ ...ROW, tombstone: true }], {})).toStrictEqual({ ok: false, failure });
  });
});

function claimedId(decision: Decision): string | undefined {
  return decision.ok ? decision.issue?.id : decision.failure.message;
}

describe("claim-next (contract memory 1.8, M01)", () => {
  test("takes the first ready issue by id, not by priority, and changes only that", () => {
    const issues = [sampleIssue("bd-2", { priority: 0 }), sampleIssue("bd-10"), sampleIssue("bd-1")];
    expect(claimNext(issues)).toStrictEqual({ ok: true, changed: [CLAIMED], issue: CLAIMED });
  });

  test.each<[string, readonly Issue[], Partial<IssueArgs["issue.claim_next"]>, string | undefined]>([
    ["finds nothing among no issues", [], {}, undefined],
    [
      "passes over what is not open",
      ["in_progress", "closed", "blocked", "OPEN", " open"].map((status, n) => sampleIssue(`bd-${n}`, { status })),
      {},
      undefined,
    ],
    [
      "passes over what others hold or have been given",
      [sampleIssue("bd-1", { lease: lease("bo") }), sampleIssue("bd-2", { assignee: "bo" }), sampleIssue("bd-3")],
      {},
      "bd-3",
    ],
    ["takes what is assigned to the one who asks", [sampleIssue("bd-1", { assignee: "al" })], {}, "bd-1"],
    [
      "takes an open issue whose lease is stale, whoever it was assigned to",
      [sampleIssue("bd-1", { assignee: "bo", lease: lease("bo", PAST) })],
      {},
      "bd-1",
    ],
    [
      "passes over what waits for an open issue",
      [sampleIssue("bd-1", { dependencies: [edge("bd-1", "bd-2")] }), sampleIssue("bd-2")],
      {},
      "bd-2",
    ],
    [
      "passes over what waits for a missing issue",
      [sampleIssue("bd-1", { dependencies: [edge("bd-1", "bd-9")] })],
      {},
      undefined,
    ],
    [
      "passes over what waits for a deleted issue",
      [
        sampleIssue("bd-1", { dependencies: [edge("bd-1", "bd-9")] }),
        sampleIssue("bd-9", { status: "closed", tombstone: true }),
      ],
      {},
      undefined,
    ],
    [
      "takes what waited for a closed issue",
      [sampleIssue("bd-1", { dependencies: [edge("bd-1", "bd-9")] }), sampleIssue("bd-9", { status: "closed" })],
      {},
      "bd-1",
    ],
    [
      "goes by the row an edge stands on, whatever issue it names",
      [sampleIssue("bd-1", { dependencies: [edge("bd-2", "bd-9")] }), sampleIssue("bd-2")],
      {},
      "bd-2",
    ],
    [
      "does not take over a stale lease unless asked to",
      [sampleIssue("bd-1", { status: "in_progress", assignee: "bo", lease: lease("bo", PAST) })],
      {},
      undefined,
    ],
    [
      "takes over a stale lease when asked to",
      [sampleIssue("bd-1", { status: "in_progress", assignee: "bo", lease: lease("bo", PAST) })],
      { reclaimStale: true },
      "bd-1",
    ],
    [
      "takes over nothing that is live",
      [sampleIssue("bd-1", { status: "in_progress", assignee: "bo", lease: lease("bo") })],
      { reclaimStale: true },
      undefined,
    ],
    [
      "takes over nothing without a lease",
      [sampleIssue("bd-1", { status: "in_progress" })],
      { reclaimStale: true },
      undefined,
    ],
    [
      "takes over nothing that waits",
      [sampleIssue("bd-1", { status: "in_progress", lease: lease("bo", PAST), dependencies: [edge("bd-1", "bd-9")] })],
      { reclaimStale: true },
      undefined,
    ],
    [
      "takes over nothing closed",
      [sampleIssue("bd-1", { status: "closed", lease: lease("bo", PAST) })],
      { reclaimStale: true },
      undefined,
    ],
    [
      "goes by priority when asked to, then by id",
      [
        sampleIssue("bd-1", { priority: 3 }),
        sampleIssue("bd-10", { priority: -1 }),
        sampleIssue("bd-2", { priority: -1 }),
      ],
      { by: "priority" },
      "bd-10",
    ],
    [
      "says which TTL it did not take",
      [],
      { leaseTtlSeconds: 86_401 },
      "lease_ttl_seconds must be in range [30, 86400] (got 86401)",
    ],
    ["asks for an assignee first", [], { assignee: " ", leaseTtlSeconds: 1 }, "assignee is required"],
  ])("%s", (_name, issues, args, id) => {
    expect(claimedId(claimNext(issues, args))).toBe(id);
  });

  test("finds nothing without changing anything: a stale lease it passed over stays", () => {
    const stale = sampleIssue("bd-1", { status: "blocked", lease: lease("bo", PAST) });
    expect(claimNext([stale])).toStrictEqual({ ok: true, changed: [], issue: undefined });
  });

  test("looks again at what an index offers: an issue that may not be claimed is passed over", () => {
    const issues = byIds(
      sampleIssue("bd-1", { status: "closed" }),
      sampleIssue("bd-2", { dependencies: [edge("bd-2", "bd-3")] }),
      sampleIssue("bd-3"),
    );
    const view = { ...issueView(issues), candidates: () => [...issues.values()] };
    const decision = decideMutation(view, { action: "issue.claim_next", args: { assignee: "al" } }, NOW, utf8);
    expect(claimedId(decision)).toBe("bd-3");
  });

  test("gives four workers four issues", () => {
    let issues = ["bd-3", "bd-1", "bd-4", "bd-2"].map((id) => sampleIssue(id));
    const got = ["a", "b", "c", "d", "e"].map((assignee) => {
      const decision = claimNext(issues, { assignee });
      if (decision.ok) issues = issues.map((issue) => (issue.id === decision.issue?.id ? decision.issue : issue));
      return claimedId(decision);
    });
    expect(got).toStrictEqual(["bd-1", "bd-2", "bd-3", "bd-4", undefined]);
  });
});
