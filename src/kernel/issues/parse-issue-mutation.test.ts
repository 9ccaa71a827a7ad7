import { describe, expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { MUTATIONS, type MutationAction } from "../permit/mutation.ts";
import { parseIssueMutation } from "./parse-issue-mutation.ts";

const WHOLE: Readonly<Record<Exclude<MutationAction, "policy.promote" | "issue.purge" | "issue.restore">, Json>> = {
  "issue.add": {
    title: "t",
    id: "x",
    description: "d",
    priority: -1,
    issueType: "epic",
    assignee: "a",
    owner: "o",
    status: "s",
  },
  "issue.claim": { id: "x", assignee: "a", leaseId: "l", leaseTtlSeconds: -5, leaseExpiresAt: "e" },
  "issue.claim_next": { assignee: "a", leaseId: "l", by: "priority", reclaimStale: true, leaseTtlSeconds: 60 },
  "issue.lease_renew": { id: "x", assignee: "a", leaseId: "l", token: 3, leaseExpiresAt: "e" },
  "issue.lease_release": { id: "x", assignee: "a", leaseId: "l", token: 3 },
  "issue.update": {
    id: "x",
    title: "t",
    description: "d",
    notes: "n",
    status: "s",
    priority: 1,
    assignee: "a",
    owner: "o",
    leaseId: "l",
    leaseOwner: "w",
    token: 0,
  },
  "issue.close": { id: "x", reason: "r", assignee: "a", leaseId: "l", token: 3 },
  "issue.mark_blocked": { id: "x", reason: "r" },
  "issue.discover": {
    parentIssueId: "p",
    title: "t",
    id: "x",
    description: "d",
    priority: 1,
    issueType: "task",
    assignee: "a",
    owner: "o",
  },
  "issue.delete": { id: "x", reason: "r" },
  "issue.import": { mode: "merge", source: "beads", rows: ["{}"] },
  "dep.add": { issueId: "x", dependsOnId: "y", type: "blocks", createdBy: "c" },
  "dep.remove": { issueId: "x", dependsOnId: "y", type: "blocks" },
  "dep.replace": { issueId: "x", dependsOnId: "y", fromType: "blocks", toType: "related", createdBy: "c" },
};

const actions = Object.keys(MUTATIONS).filter(
  (action) => !["policy.promote", "issue.purge", "issue.restore"].includes(action),
) as readonly (keyof typeof WHOLE)[];

describe("a mutation that comes as JSON (M02)", () => {
  test.each(actions)("%s is taken with all its arguments, and with a request beside them", (action) => {
    const given = WHOLE[action];
    const asked = { ...(given as object), request: "r-1" };
    expect(parseIssueMutation({ action, args: given })).toStrictEqual({ ok: true, mutation: { action, args: given } });
    expect(parseIssueMutation({ action, args: asked })).toStrictEqual({ ok: true, mutation: { action, args: asked } });
  });

  test.each(actions)("%s is refused with an argument that nobody knows", (action) => {
    const reading = parseIssueMutation({ action, args: { ...(WHOLE[action] as object), force: true } });
    expect(reading).toStrictEqual({ ok: false, reason: "args.force is no known field" });
  });

  test.each<[MutationAction, Json, string]>([
    ["policy.promote", {}, "policy.promote does not change issues"],
    ["issue.claim", null, "args is no object"],
    ["issue.claim", ["x", "a"], "args is no object"],
    ["issue.claim", { id: "x" }, "args.assignee is absent"],
    ["issue.claim", { id: 1, assignee: "a" }, "args.id is a number, expected text"],
    ["issue.claim", { id: "x", assignee: null }, "args.assignee is null, expected text"],
    [
      "issue.claim",
      { id: "x", assignee: "a", leaseTtlSeconds: "60" },
      'args.leaseTtlSeconds is "60", expected a number',
    ],
    ["issue.claim", { id: "x", assignee: "a", leaseTtlSeconds: 60.5 }, "args.leaseTtlSeconds is no whole number"],
    [
      "issue.claim",
      { id: "x", assignee: "a", leaseTtlSeconds: new Float(60) },
      "args.leaseTtlSeconds is no whole number",
    ],
    ["issue.update", { id: "x", priority: 2n ** 60n }, "args.priority is no whole number"],
    ["issue.update", { id: "x", priority: -0 }, "args.priority is no whole number"],
    ["issue.update", { id: "x", token: -1 }, "args.token is a number, expected a whole number from 0"],
    ["issue.claim_next", { assignee: "a", by: "age" }, 'args.by is "age", expected one of id, priority'],
    ["issue.claim_next", { assignee: "a", reclaimStale: "yes" }, 'args.reclaimStale is "yes", expected true or false'],
    ["issue.import", { mode: "merge", source: "x", rows: ["{}", 1] }, "args.rows[1] is a number, expected text"],
    ["issue.close", { id: "x", request: 7 }, "args.request is no text"],
  ])("%s is refused, case %#", (action, args, reason) => {
    expect(parseIssueMutation({ action, args })).toStrictEqual({ ok: false, reason });
  });
});
