import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { decideMutation } from "./decide-mutation.ts";
import { isAboutArguments } from "./issue-failure.ts";
import type { IssueMutation } from "./issue-mutation.ts";
import { issueView } from "./issue-view-of.ts";
import { EPOCH } from "./timestamp.ts";

const claim = { id: "x", assignee: "a" };
const edge = { issueId: "x", dependsOnId: "y" };

test.each<[IssueMutation, string, boolean]>([
  [{ action: "issue.add", args: { title: "t", issueType: "bug" } }, "invalid_issue_type", true],
  [
    { action: "issue.discover", args: { parentIssueId: "x", title: "t", issueType: "bug" } },
    "invalid_issue_type",
    true,
  ],
  [{ action: "issue.discover", args: { parentIssueId: "x", title: "t" } }, "parent_not_found", false],
  [{ action: "issue.claim", args: { ...claim, assignee: " " } }, "lease_invalid_assignee", true],
  [{ action: "issue.claim", args: { ...claim, leaseTtlSeconds: 2n ** 63n } }, "lease_invalid_ttl", true],
  [{ action: "issue.claim", args: { ...claim, leaseExpiresAt: "z" } }, "lease_invalid_expires_at", true],
  [
    { action: "issue.claim", args: { ...claim, leaseTtlSeconds: 60, leaseExpiresAt: "z" } },
    "lease_binding_ambiguous",
    true,
  ],
  [{ action: "issue.claim", args: claim }, "lease_not_found", false],
  [{ action: "issue.lease_renew", args: { ...claim, leaseId: " " } }, "lease_id_mismatch", true],
  [{ action: "issue.lease_renew", args: { ...claim, leaseId: "l" } }, "lease_not_found", false],
  [{ action: "issue.update", args: { id: "x" } }, "issue_not_found", false],
  [{ action: "dep.add", args: { ...edge, type: "blocks" } }, "issue_not_found", false],
  [{ action: "dep.add", args: { ...edge, type: "likes" } }, "dependency_type_unknown", true],
])("%o in an empty memory is %s; about the arguments: %s (contract memory 2)", (mutation, code, isArgument) => {
  const decision = decideMutation(issueView(new Map()), mutation, EPOCH, utf8);
  expect(decision).toMatchObject({ ok: false, failure: { code } });
  expect(!decision.ok && isAboutArguments(decision.failure.code)).toBe(isArgument);
});
