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
    expect(admitted(guardRequests(requests, { ...DECISIONS, permissions: {} })).callIds).toEqual([]);
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

describe("a required pre-flight guardrail has looked before anything runs (R20)", () => {
  const unlooked = {
    class: "governance.guardrail_stage_missing",
    answer: "stop",
    subject: "secrets",
    path: "evidence.tusk.guards",
    note: "guardrail secrets of stage pre_flight did not look at all",
  };

  test("one that did not look lets nothing run, in a turn with and without calls", () => {
    expect(refusedFor({ ...DECISIONS, guards: [] })).toEqual(["stop", unlooked]);
    const { requests } = stagesOf({ requests: { requests: [], values: [] } });
    expect(refusedFor({ permissions: {}, guards: [] }, requests)).toEqual(["stop", unlooked]);
  });

  test("in a turn without calls a look at a call is none", () => {
    const { requests } = stagesOf({ requests: { requests: [], values: [] } });
    const guards = DECISIONS.guards.map((guard) => ({ ...guard, scope: "tc-1" }));
    expect(refusedFor({ permissions: {}, guards }, requests)).toEqual(["stop", unlooked]);
  });
});

describe("decisions that come from outside lack their form, whatever their type says (K04)", () => {
  const [GUARD] = DECISIONS.guards;
  const malformed = (path: string, note: string): unknown => [
    "stop",
    { class: "tool.schema_invalid", answer: "stop", subject: path, path, note },
  ];

  test.each<[string, object, string, string]>([
    [
      "a word that is no decision",
      { decision: "yes", ruleId: "r" },
      "evidence.tusk.requests[1].permission.decision",
      'is "yes", expected one of allow, approved, deny, refused, expired',
    ],
    ["no rule", { decision: "allow" }, "evidence.tusk.requests[1].permission.ruleId", "is absent"],
    [
      "a field nobody knows",
      { decision: "allow", ruleId: "r", sure: true },
      "evidence.tusk.requests[1].permission.sure",
      "is no known field",
    ],
  ])("a permission with %s", (_what, permission, path, note) => {
    expect(refusedFor(withPermission("tc-2", permission as PermissionEvidence))).toEqual(malformed(path, note));
  });

  test.each<[string, object, string, string]>([
    [
      "a word that is no decision",
      { ...GUARD, decision: "maybe" },
      "evidence.tusk.guards[0].decision",
      'is "maybe", expected one of pass, trigger, error',
    ],
    ["no scope", { ...GUARD, scope: undefined }, "evidence.tusk.guards[0].scope", "is absent"],
    ["a verdict of its own", { ...GUARD, held: true }, "evidence.tusk.guards[0].held", "is no known field"],
  ])("a guard with %s", (_what, guard, path, note) => {
    const guards = [guard] as unknown as GuardDecisions["guards"];
    expect(refusedFor({ ...DECISIONS, guards })).toEqual(malformed(path, note));
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
