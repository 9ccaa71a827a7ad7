import { expect, test } from "vitest";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { depAdd, depDiagnostics } from "./dependencies.ts";
import { issueAdd, issueClaim, issueClaimNext, leaseProjection, leaseRelease } from "./issue-changes.ts";
import { issueCheck, issueVerify } from "./issue-upkeep.ts";

const LEASE = {
  leaseId: "l1",
  owner: "w",
  acquiredAt: "2026-03-01T11:30:00+00:00",
  expiresAt: "2026-03-01T12:30:00+00:00",
  renewedAt: null,
};
const ISSUE = {
  id: "bd-1",
  title: "Title",
  status: "in_progress",
  priority: 2,
  issueType: "task",
  assignee: "w",
  owner: "",
  lease: LEASE,
};
const PATH = { issuesPath: "p" } as const;

test("a claim says for whom, until when, and what comes next", () => {
  const data = { action: "issue.claim", ...PATH, issue: ISSUE, fence: { rev: 3, token: 2 } } as const;
  expect(printedLines(issueClaim, data)).toEqual([
    "claimed bd-1  Title (in_progress)",
    "  for w, the lease l1 ends in 30 min; revision 3, fencing token 2",
    "hint: issue close bd-1 when it is done, issue lease-renew when it takes longer",
  ]);
});

test("a claim that found nothing says why", () => {
  const data = { action: "issue.claim_next", ...PATH, claimed: false, issue: null } as const;
  expect(printedLines(issueClaimNext, data)[0]).toBe("Nothing to claim: no issue is ready and free.");
});

test("a change says what was done; a long title is cut", () => {
  const issue = { ...ISSUE, status: "open", title: "x".repeat(100) };
  expect(printedLines(issueAdd, { action: "issue.add", ...PATH, issue }, { columns: 40 })[0]).toBe(
    `added bd-1  ${"x".repeat(9)}… (open)`,
  );
  const data = { action: "issue.lease_release", ...PATH, changed: false, issue: { ...ISSUE, lease: null } } as const;
  expect(printedLines(leaseRelease, data)[0]).toBe("nothing to release: bd-1  Title (in_progress)");
});

test("leases stand in columns, with what is wrong with them", () => {
  const projection = { checkedAt: "", staleCount: 1, staleIssueIds: [], contendedCount: 1, contendedIssueIds: [] };
  const leased = {
    id: "bd-1",
    status: "open",
    assignee: "w",
    contended: true,
    lease: { ...LEASE, state: "active" },
  } as const;
  const stale = { ...LEASE, expiresAt: "2026-03-01T11:50:00+00:00", state: "stale" } as const;
  const items = [leased, { ...leased, id: "bd-2", contended: false, lease: stale }];
  expect(
    printedLines(leaseProjection, { action: "issue.lease_projection", ...PATH, projection, count: 2, items }),
  ).toEqual([
    "ID    HOLDER  STATE                        LEASE",
    "bd-1  w       contended  ends in 30 min    l1",
    "bd-2  w       stale      ended 10 min ago  l1",
    "hint: claim-next --reclaim-stale takes over what has expired",
  ]);
});

test("edges are told as who needs whom, circles as their path", () => {
  const dependency = { issueId: "bd-2", dependsOnId: "bd-1", type: "blocks" } as const;
  const diagnosed = { action: "dep.diagnostics", ...PATH, graphScope: "active" } as const;
  expect([
    printedLines(depAdd, { action: "dep.add", ...PATH, dependency })[0],
    printedLines(depDiagnostics, { ...diagnosed, integrity: { hasCycle: false, cyclePath: null } })[0],
    printedLines(depDiagnostics, { ...diagnosed, integrity: { hasCycle: true, cyclePath: ["a", "b", "a"] } })[0],
  ]).toEqual(["added bd-2 needs bd-1 (blocks)", "no circle among open work", "circle a -> b -> a"]);
});

test("what is not as it was written comes first", () => {
  const refs = { snapshotRef: "iss1_", replayedSnapshotRef: "iss1_" };
  const seen = { issues: 1, rows: 2, events: 3, pending: 0, chains: [{ clone: "c", events: 3, forks: 0 }], ...refs };
  const report = { action: "issue.verify", ...PATH, ...seen } as const;
  const findings = [{ file: "f", line: 7, problem: "bad" }];
  expect(printedLines(issueVerify, { ...report, result: "rejected", findings }).slice(0, 2)).toEqual([
    "f:7: bad",
    "not as it was written: 1 issue in 2 rows, 3 events in 1 log",
  ]);
  expect(printedLines(issueVerify, { ...report, result: "accepted", findings: [] })).toEqual([
    "everything holds: 1 issue in 2 rows, 3 events in 1 log",
  ]);
});

test("findings of the check fit the screen", () => {
  const finding = {
    issueId: "bd-1",
    class: "issue_graph.acceptance.missing",
    message: "active issue must include one",
  };
  const summary = { issueCount: 1, errorCount: 1, warningCount: 0, noteWarnThreshold: 2000 };
  const check = {
    action: "issue.check",
    ...PATH,
    checkKind: "premath.issue_graph.check.v1",
    summary,
    warnings: [],
  } as const;
  const data = { ...check, result: "rejected", failureClasses: [], warningClasses: [], errors: [finding] } as const;
  expect(printedLines(issueCheck, data, { columns: 40 })).toEqual([
    "ID    PROBLEM",
    "bd-1  active issue must include one",
    "rejected: 1 issue, 1 error, 0 warnings",
  ]);
});
