import { expect, test } from "vitest";
import { sha256 } from "#platform";
import type { Timestamp } from "../../issues/timestamp.ts";
import { type Approval, approvalRef, type Asked, permissionArgsDigest, settleApproval } from "./approval.ts";
import type { PermissionEffect } from "./rule-set.ts";

const ARGS = { command: "rm notes.md" };
const POLICY = `sha256:${"0".repeat(64)}`;

function asked(effect: PermissionEffect, changed: Partial<Asked> = {}): Asked {
  return {
    tool: "bash",
    args: ARGS,
    policyDigest: POLICY,
    decision: { effect, ruleId: "otherwise", reasons: [{ part: "rm notes.md", effect, ruleId: "otherwise", why: "" }] },
    sessionId: "s-1",
    toolCallId: "tc-1",
    now: "2030-01-01T00:05:00Z" as Timestamp,
    ...changed,
  };
}

const GIVEN: Approval = {
  argsDigest: permissionArgsDigest(sha256, "bash", ARGS),
  policyDigest: POLICY,
  ruleId: "otherwise",
  decision: "approved",
  by: "ada",
  at: "2030-01-01T00:04:00Z",
  expiresAt: "2030-01-01T00:09:00Z",
  scope: "once",
  sessionId: "s-1",
  toolCallId: "tc-1",
};

test("rules that allow or deny have the last word, whatever somebody answered (T08)", () => {
  expect([settleApproval(asked("allow"), undefined, sha256), settleApproval(asked("deny"), GIVEN, sha256)]).toEqual([
    { decision: "allow", ruleId: "otherwise" },
    { decision: "deny", ruleId: "otherwise" },
  ]);
});

test("an approval of these arguments under these rules lets the call run, and evidence names it (T08)", () => {
  expect(settleApproval(asked("ask"), GIVEN, sha256)).toEqual({
    decision: "approved",
    ruleId: "otherwise",
    approvalRef: approvalRef(sha256, GIVEN),
  });
});

test.each<[string, Partial<Approval>, string]>([
  ["other arguments", { argsDigest: permissionArgsDigest(sha256, "bash", { command: "rm x" }) }, "deny"],
  ["another tool with the same arguments", { argsDigest: permissionArgsDigest(sha256, "other", ARGS) }, "deny"],
  ["another policy", { policyDigest: `sha256:${"1".repeat(64)}` }, "deny"],
  ["another rule", { ruleId: "other" }, "deny"],
  ["another session", { sessionId: "s-2", scope: "session" }, "deny"],
  ["another call, once", { toolCallId: "tc-2" }, "deny"],
  ["the past", { expiresAt: "2030-01-01T00:05:00Z" }, "expired"],
  ["the future", { at: "2030-01-01T00:06:00Z" }, "expired"],
  ["no moment", { expiresAt: "soon" }, "expired"],
  ["a no", { decision: "refused" }, "refused"],
])("an answer about %s does not let it run (T08)", (_, changed, decision) => {
  const approval = { ...GIVEN, ...changed };
  expect(settleApproval(asked("ask"), approval, sha256)).toEqual({
    decision,
    ruleId: "otherwise",
    approvalRef: approvalRef(sha256, approval),
  });
});

test("a row from elsewhere whose answer is another word refuses (T08)", () => {
  const approval = { ...GIVEN, decision: "allow" } as unknown as Approval;
  expect(settleApproval(asked("ask"), approval, sha256).decision).toBe("refused");
});

test("an approval for the session holds for the same arguments in another call (T08)", () => {
  const approval: Approval = { ...GIVEN, scope: "session" };
  expect(settleApproval(asked("ask", { toolCallId: "tc-2" }), approval, sha256).decision).toBe("approved");
});

test("no answer in time is no (T08)", () => {
  expect(settleApproval(asked("ask"), undefined, sha256)).toEqual({ decision: "expired", ruleId: "otherwise" });
});
