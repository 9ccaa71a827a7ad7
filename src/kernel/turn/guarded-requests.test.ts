import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { admitted, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import type { PermissionEvidence } from "../evidence/tusk-evidence.ts";
import { type GuardDecisions, guardedParts, guardRequests } from "./guarded-requests.ts";
import { requestParts } from "./tool-requests.ts";

const { decisions: DECISIONS } = FULL_TURN;
const REQUESTS = stagesOf().requests;

function refusedFor(decisions: GuardDecisions, requests = REQUESTS): unknown {
  const refusal = refusalOf(guardRequests(requests, decisions));
  return [refusal.answer, ...refusal.violations];
}

function withPermission(toolCallId: string, permission: PermissionEvidence): GuardDecisions {
  return { ...DECISIONS, permissions: { ...DECISIONS.permissions, [toolCallId]: permission } };
}

describe("guardRequests mints GuardedRequests (K04)", () => {
  test("each row with the last word on it, and what the guardrails said, in frozen copies", () => {
    const guarded = admitted(guardRequests(REQUESTS, DECISIONS));
    const parts = guardedParts(guarded);
    expect(guarded.callIds).toEqual(["tc-1", "tc-2", "tc-3"]);
    expect(parts.rows).toEqual(
      requestParts(REQUESTS).rows.map((row) => ({ ...row, permission: DECISIONS.permissions[row.toolCallId] })),
    );
    expect(parts.guards).toEqual(DECISIONS.guards);
    expect([parts.rows[0], parts.rows[0]?.permission, parts.guards[0]].every(Object.isFrozen)).toBe(true);
    expect(parts.guards[0]).not.toBe(DECISIONS.guards[0]);
  });

  test("a decision about no call of this turn decides nothing", () => {
    const guarded = admitted(guardRequests(REQUESTS, withPermission("tc-9", { decision: "deny", ruleId: "never" })));
    expect(guarded.callIds).toEqual(["tc-1", "tc-2", "tc-3"]);
  });

  test("a turn without calls needs nobody's permission", () => {
    const { requests } = stagesOf({ requests: { requests: [], values: [] } });
    expect(admitted(guardRequests(requests, { permissions: {}, guards: [] })).callIds).toEqual([]);
  });
});

describe("a call without the last word on it does not run (K04, T08)", () => {
  test("nobody was asked about two of the calls", () => {
    const { "tc-1": first } = DECISIONS.permissions;
    if (first === undefined) throw new Error("no decision on tc-1");
    const unasked = (subject: string, at: number): unknown => ({
      class: "tool.unknown_or_disallowed",
      answer: "stop",
      subject,
      path: `evidence.tusk.requests[${at}].permission`,
      note: "nobody was asked for permission",
    });
    expect(refusedFor({ ...DECISIONS, permissions: { "tc-1": first } })).toEqual([
      "stop",
      unasked("tc-2", 1),
      unasked("tc-3", 2),
    ]);
    expect(refusedFor({ permissions: {}, guards: [] })).toEqual([
      "stop",
      unasked("tc-1", 0),
      unasked("tc-2", 1),
      unasked("tc-3", 2),
    ]);
  });

  test("an answer that is undefined is no answer, and the call is not forgotten", () => {
    const decisions = withPermission("tc-2", undefined as unknown as PermissionEvidence);
    expect(refusedFor(decisions)).toMatchObject(["stop", { class: "tool.unknown_or_disallowed", subject: "tc-2" }]);
  });

  test("an answer that is null is no answer either", () => {
    const decisions = withPermission("tc-2", null as unknown as PermissionEvidence);
    expect(refusalOf(guardRequests(REQUESTS, decisions)).violations).toHaveLength(1);
  });

  test.each(["constructor", "toString", "hasOwnProperty"])("a call named %s was permitted by nobody", (toolCallId) => {
    const [request] = FULL_TURN.requests.requests;
    if (request === undefined) throw new Error("no request");
    const { requests } = stagesOf({ requests: { ...FULL_TURN.requests, requests: [{ ...request, toolCallId }] } });
    expect(refusedFor(DECISIONS, requests)).toMatchObject(["stop", { subject: toolCallId }]);
    const permissions = { [toolCallId]: { decision: "allow", ruleId: "by name" } } as const;
    expect(admitted(guardRequests(requests, { ...DECISIONS, permissions })).callIds).toEqual([toolCallId]);
  });
});

describe("the last word has to be allow or approved (T08)", () => {
  test.each(["allow", "approved"] as const)("%s lets the call run", (decision) => {
    const permission = { decision, ruleId: "r", approvalRef: "approval://2" };
    expect(guardRequests(REQUESTS, withPermission("tc-2", permission)).admitted).toBe(true);
  });

  test.each(["deny", "refused", "expired"] as const)("%s does not, and the loop may go on", (decision) => {
    expect(refusedFor(withPermission("tc-2", { decision, ruleId: "no-edits" }))).toEqual([
      "continue",
      {
        class: "tool.unknown_or_disallowed",
        answer: "continue",
        subject: "tc-2",
        path: "evidence.tusk.requests[1].permission.decision",
        note: expect.stringContaining(decision) as unknown,
      },
    ]);
  });

  test("approved by nobody is not approved", () => {
    expect(refusedFor(withPermission("tc-2", { decision: "approved", ruleId: "r" }))).toMatchObject([
      "continue",
      { subject: "tc-2" },
    ]);
  });

  test("every call that was refused is named", () => {
    const deny = { decision: "deny", ruleId: "nothing" } as const;
    const permissions = { "tc-1": deny, "tc-2": deny, "tc-3": deny };
    expect(refusedFor({ ...DECISIONS, permissions })).toMatchObject([
      "continue",
      { subject: "tc-1" },
      { subject: "tc-2" },
      { subject: "tc-3" },
    ]);
  });
});
