import { expect, test } from "vitest";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { issueHistory } from "./issue-history.ts";
import { issueShow } from "./issue-show.ts";

const LEASE = {
  leaseId: "l1",
  owner: "w",
  acquiredAt: "2026-03-01T11:30:00+00:00",
  expiresAt: "2026-03-01T12:30:00+00:00",
  renewedAt: null,
};

const DATA = {
  action: "issue.show",
  issuesPath: "p",
  checkedAt: "2026-03-01T12:00:00+00:00",
  issue: {
    id: "bd-1",
    title: "Title",
    status: "in_progress",
    priority: 1,
    issueType: "task",
    assignee: "w",
    owner: "",
    lease: LEASE,
    description: "Acceptance:\n- works",
    design: "",
    acceptanceCriteria: "",
    notes: "",
    createdAt: "2026-02-27T12:00:00+00:00",
    updatedAt: "2026-03-01T11:57:00+00:00",
    closedAt: null,
    ephemeral: false,
    molType: "",
    labels: ["a", "b"],
    rev: 4,
    token: 2,
    by: "me",
  },
  ready: false,
  leaseState: "active",
  leaseContended: false,
  leaseSecondsLeft: 1800,
  needs: [{ id: "gone", type: "blocks", blocking: true, createdBy: "", title: null, status: null }],
  neededBy: [{ id: "bd-2", type: "related", blocking: false, createdBy: "", title: "Other", status: "closed" }],
  row: "{}",
} as const;

test("an issue is shown whole, times as people say them", () => {
  expect(printedLines(issueShow, DATA)).toEqual([
    "● bd-1  Title",
    "  status    in_progress",
    "  priority  1, task",
    "  assignee  w",
    "  labels    a, b",
    "  lease     held by w (l1), 30 min left",
    "  created   2 d ago",
    "  updated   3 min ago by me",
    "  revision  4, fencing token 2",
    "",
    "Needs",
    "  ? gone  there is no such issue (blocks, missing)",
    "",
    "Needed by",
    "  ✓ bd-2  Other (related, closed)",
    "",
    "Description",
    "  Acceptance:",
    "  - works",
    "",
    "hint: issue history bd-1 shows who changed it",
  ]);
});

test("a lost lease and a contended one are told apart", () => {
  const lost = { ...DATA, leaseState: "stale", leaseSecondsLeft: -600 } as const;
  const contended = { ...DATA, leaseContended: true };
  expect([printedLines(issueShow, lost)[5], printedLines(issueShow, contended)[5]]).toEqual([
    "  lease     expired 10 min ago, was held by w (l1)",
    "  lease     held by w (l1), 30 min left, contended: the issue says otherwise",
  ]);
});

test("a history says who, when, what and why, and how each change stands", () => {
  const change = {
    at: "2026-03-01T11:57:00+00:00",
    actor: "me",
    action: "issue.update",
    rev: 2,
    standing: "superseded",
    permit: { kind: "human_override", reason: "because" },
    clone: "0123456789ab",
    seq: 3,
    mutationDigest: "sha256:0",
    before: "sha256:1",
    after: "sha256:2",
    changes: [{ field: "status", from: "open", to: "closed" }],
  } as const;
  const data = {
    action: "issue.history",
    issuesPath: "p",
    id: "bd-1",
    checkedAt: "",
    count: 1,
    items: [change],
  } as const;
  expect(printedLines(issueHistory, data)).toEqual([
    "bd-1",
    "  issue.update by me, 3 min ago  superseded by a merge",
    "    status open -> closed",
    "    human_override: because",
    "    revision 2, clone 0123456789ab, 2026-03-01T11:57:00+00:00",
    "hint: --json has digests, and every value whole",
  ]);
});
