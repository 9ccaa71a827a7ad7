import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { at, byIds, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { Float, type Json, type JsonObject } from "../json/value.ts";
import { leaseProjection } from "./lease-projection.ts";
import { isLeaseAction, parseTransportAction, rejectedPayload, unknownAction } from "./transport.ts";
import { transportCheck } from "./transport-check.ts";
import type { LeaseAction, TransportAction } from "./transport-constants.ts";
import { resolverWitness, worldBinding } from "./transport-digest.ts";
import { statelessEnvelope } from "./transport-fibers.ts";
import { leaseEnvelope, leaseMutation } from "./transport-lease.ts";

/** The contract's table (memory 2.1): operation, digest of the dispatch, digest of the witness. */
const VECTORS: readonly (readonly [TransportAction, string, string, string])[] = [
  [
    "issue.claim",
    "op/mcp.issue_claim",
    "7012515c8279a81947b481e6e7acee0dbdde1662ac880ebadae8b5831f78e862",
    "f93a12ce74f6c8e589cb9546bcd95457155ede3f01060ba84b7c89c5034e614f",
  ],
  [
    "issue.claim_next",
    "op/transport.issue_claim_next",
    "1e0f2e186f996a09ea04959436b6cdc9b40836de657f38c03c9ca27a138044fd",
    "8f13efc65bfdbd7758899a7bd0b9be7b0551e65277da7e4c7aeed81234c564bf",
  ],
  [
    "issue.lease_renew",
    "op/mcp.issue_lease_renew",
    "600bd17cab2fa723f590da173041757ccea9299516d81db48baa99fb5754e1bf",
    "1d487307971234184359035835d7c9325b69ffa32d22b110568089012d9999c2",
  ],
  [
    "issue.lease_release",
    "op/mcp.issue_lease_release",
    "68980a02cfd05df500fe9e8d3c03aadaf4b16000e29f0d3dcc1a5e135524f0f2",
    "76a9e51a5514e81cdebb47031560513864cdc4eb1bcbe1bf65ef704627bc031e",
  ],
  [
    "world.route_binding",
    "op/transport.world_route_binding",
    "7eb119961856a7aa380f0e3b14d911e0030da4dea148381f25ff38eba771b8a2",
    "8e9cc62474ef5d12d1a45d259673f104bdac8313a3d3e5705038acf3a71565c8",
  ],
  [
    "fiber.spawn",
    "op/transport.fiber_spawn",
    "6dc84b2aeaf4ab63156b79af039c32191915fc7d8eb33dc83dccafb119169baa",
    "436a3333f5e059f9fbc492a715a78d94878c3e2f0376a84059d907f779ab61da",
  ],
  [
    "fiber.join",
    "op/transport.fiber_join",
    "be04f3a9f6ce0eef0bd14816696373d1d6a607df99f9453027b9e34c0bb1590b",
    "5f0b4d77a0494f0834b09b041b601b8fe43d0dc71c5cb8b1d9d65e36d63ce1f1",
  ],
  [
    "fiber.cancel",
    "op/transport.fiber_cancel",
    "639641c223da57cad8fb0fc98ff4963bcec684ce9446dd439a0dc9dd31a31832",
    "b90926ebf993271ee480179bc591b12166397b708453cfb10ab6527022503397",
  ],
];

const NOW = at("2026-03-01T12:00:00.5Z");
const PATH = ".premath/issues.jsonl";

describe("the transport's registry (contract memory 2.1)", () => {
  test.each(VECTORS)("%s has its operation and both digests", (action, operationId, dispatch, resolve) => {
    const answer = rejectedPayload(sha256, action, "class", "why");
    expect([
      worldBinding(action).operationId,
      answer["semanticDigest"],
      resolverWitness(sha256, action).semanticDigest,
    ]).toStrictEqual([operationId, `ts1_${dispatch}`, `sr1_${resolve}`]);
    expect(answer["resolverWitnessRef"]).toBe(
      `resolver://site-resolve/${operationId.replace("/", "_")}/sr1_${resolve}`,
    );
  });

  test("is checked as one, in order", () => {
    const { actions, ...check } = transportCheck(sha256);
    expect(check).toStrictEqual({
      schema: 1,
      checkKind: "premath.transport_check.v1",
      registryKind: "premath.transport_action_registry.v1",
      profileId: "transport.issue_lease.v1",
      result: "accepted",
      failureClasses: [],
      issues: [],
      actionCount: 8,
      semanticDigest: expect.stringMatching(/^ts1_[0-9a-f]{64}$/),
    });
    expect((actions as readonly JsonObject[]).map((row) => row["action"])).toStrictEqual(
      VECTORS.map(([action]) => action),
    );
    expect((actions as readonly JsonObject[])[0]).toStrictEqual({
      action: "issue.claim",
      actionId: "transport.action.issue_claim",
      operationId: "op/mcp.issue_claim",
      routeFamilyId: "route.issue_claim_lease",
      worldId: "world.lease.v1",
      morphismRowId: "wm.control.lease.mutation",
      semanticDigest: expect.stringMatching(/^ts1_[0-9a-f]{64}$/),
    });
  });

  test("knows an action with space around it, and none that is not in the table", () => {
    expect([" issue.claim\n", "nope", "toString"].map(parseTransportAction)).toStrictEqual([
      "issue.claim",
      undefined,
      undefined,
    ]);
    expect(VECTORS.map(([action]) => isLeaseAction(action))).toStrictEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test("answers an unknown action without a witness", () => {
    expect(unknownAction(sha256, " nope ")).toStrictEqual({
      schema: 1,
      dispatchKind: "premath.transport_dispatch.v1",
      profileId: "transport.issue_lease.v1",
      action: "nope",
      actionId: "transport.action.unknown",
      semanticDigest: "ts1_3bddc3568a6195a6af0eb1ddbe5ee32ba702bc32c0c82e967a725d0e7cbe901b",
      result: "rejected",
      failureClasses: ["transport_unknown_action"],
      diagnostic: "unsupported transport action: nope",
    });
  });
});

const I64 = 2n ** 63n - 1n;

describe("the payload of a lease action (contract memory 2.1)", () => {
  test.each<[LeaseAction, Json, object, string | undefined]>([
    [
      "issue.claim",
      { id: "x", assignee: "a", leaseId: null, leaseTtlSeconds: 60, extra: 1 },
      { id: "x", assignee: "a", leaseTtlSeconds: 60 },
      undefined,
    ],
    [
      "issue.claim_next",
      { assignee: "a", issuesPath: " p ", by: "priority", reclaimStale: true },
      { assignee: "a", by: "priority", reclaimStale: true },
      "p",
    ],
    [
      "issue.lease_renew",
      { id: "x", assignee: "a", leaseId: "l", leaseExpiresAt: "e", token: 2, issuesPath: " " },
      { id: "x", assignee: "a", leaseId: "l", leaseExpiresAt: "e", token: 2 },
      undefined,
    ],
    ["issue.lease_release", { id: "x", assignee: null }, { id: "x" }, undefined],
    // Beyond the numbers of a double, within the reference's.
    [
      "issue.claim",
      { id: "x", assignee: "a", leaseTtlSeconds: I64 },
      { id: "x", assignee: "a", leaseTtlSeconds: I64 },
      undefined,
    ],
    // Ours, and not of their kind: passed over, as the reference passes over what it does not know.
    ["issue.claim_next", { assignee: "a", by: 1, reclaimStale: "yes" }, { assignee: "a" }, undefined],
    // The reference's claim-next has no expiry; ours is asked for.
    ["issue.claim_next", { assignee: "a", leaseExpiresAt: 7 }, { assignee: "a" }, undefined],
    [
      "issue.claim_next",
      { assignee: "a", leaseExpiresAt: "e", leaseTtlSeconds: 60 },
      { assignee: "a", leaseTtlSeconds: 60 },
      undefined,
    ],
    [
      "issue.claim_next",
      { assignee: "a", leaseExpiresAt: "e", by: "id" },
      { assignee: "a", leaseExpiresAt: "e", by: "id" },
      undefined,
    ],
    [
      "issue.claim_next",
      { assignee: "a", leaseExpiresAt: "e", reclaimStale: false },
      { assignee: "a", leaseExpiresAt: "e", reclaimStale: false },
      undefined,
    ],
  ])("%s of %o is the mutation of the same name", (action, payload, args, issuesPath) => {
    expect(leaseMutation(action, payload, utf8)).toStrictEqual({
      ok: true,
      value: { mutation: { action, args }, issuesPath },
    });
  });

  test.each<[LeaseAction, Json, string]>([
    ["issue.claim", { assignee: "w1" }, "invalid claim payload: missing field `id`"],
    ["issue.claim", { id: 5, assignee: "w1" }, "invalid claim payload: invalid type: integer `5`, expected a string"],
    ["issue.claim", { assignee: null }, "invalid claim payload: invalid type: null, expected a string"],
    ["issue.claim", "x", 'invalid claim payload: invalid type: string "x", expected struct IssueClaimRequest'],
    ["issue.claim", null, "invalid claim payload: invalid type: null, expected struct IssueClaimRequest"],
    [
      "issue.claim",
      { leaseTtlSeconds: "1", assignee: 2 },
      "invalid claim payload: invalid type: integer `2`, expected a string",
    ],
    [
      "issue.claim_next",
      { assignee: "a", leaseTtlSeconds: new Float(60) },
      "invalid claim-next payload: invalid type: floating point `60.0`, expected i64",
    ],
    [
      "issue.claim",
      { id: "x", assignee: "a", leaseTtlSeconds: I64 + 1n },
      "invalid claim payload: invalid value: integer `9223372036854775808`, expected i64",
    ],
    [
      "issue.claim_next",
      { assignee: "a", by: "age" },
      "invalid claim-next payload: unknown variant `age`, expected `id` or `priority`",
    ],
    ["issue.lease_renew", { id: "x", assignee: "a" }, "invalid renew payload: missing field `leaseId`"],
    [
      "issue.lease_release",
      { id: "x", assignee: ["a"] },
      "invalid release payload: invalid type: sequence, expected a string",
    ],
  ])("%s of %o is refused in the reference's words", (action, payload, diagnostic) => {
    expect(leaseMutation(action, payload, utf8)).toStrictEqual({ ok: false, diagnostic });
  });
});

describe("the answer to a lease action (contract memory 2.1)", () => {
  const lease = {
    lease_id: "L",
    owner: "al",
    acquired_at: at("2026-03-01T12:00:00Z"),
    expires_at: at("2026-03-01T13:00:00.25Z"),
  };
  const issue = sampleIssue("bd-1", { status: "in_progress", assignee: "al", lease });
  const projection = leaseProjection(byIds(issue), NOW);
  const common = (action: LeaseAction): JsonObject => {
    const { result: _r, failureClasses: _f, diagnostic: _d, ...rest } = rejectedPayload(sha256, action, "", "");
    return { ...rest, issuesPath: PATH, worldBinding: { ...worldBinding(action) } };
  };

  test("shows the issue, its lease with its state, and the projection", () => {
    const outcome = { ok: true, changed: true, issue, projection } as const;
    expect(leaseEnvelope(sha256, "issue.claim", { outcome, issuesPath: PATH, now: NOW })).toStrictEqual({
      ...common("issue.claim"),
      result: "accepted",
      failureClasses: [],
      changed: true,
      issue: {
        id: "bd-1",
        title: "Issue bd-1",
        status: "in_progress",
        priority: 2,
        issueType: "task",
        assignee: "al",
        owner: "",
        lease: {
          leaseId: "L",
          owner: "al",
          acquiredAt: "2026-03-01T12:00:00+00:00",
          expiresAt: "2026-03-01T13:00:00.250+00:00",
          state: "active",
        },
      },
      leaseProjection: {
        checkedAt: "2026-03-01T12:00:00.500+00:00",
        staleCount: 0,
        staleIssueIds: [],
        contendedCount: 0,
        contendedIssueIds: [],
      },
    });
  });

  test("says when a lease was renewed, and that it is stale", () => {
    const renewed = { ...issue, lease: { ...lease, expires_at: NOW, renewed_at: NOW } };
    const answer = leaseEnvelope(sha256, "issue.lease_renew", {
      outcome: { ok: true, changed: true, issue: renewed, projection },
      issuesPath: PATH,
      now: NOW,
    });
    expect(answer["issue"]).toMatchObject({ lease: { renewedAt: "2026-03-01T12:00:00.500+00:00", state: "stale" } });
  });

  test("has no issue when there was none to claim", () => {
    const outcome = { ok: true, changed: false, issue: undefined, projection } as const;
    const answer = leaseEnvelope(sha256, "issue.claim_next", { outcome, issuesPath: PATH, now: NOW });
    expect(answer).toStrictEqual({
      ...common("issue.claim_next"),
      result: "accepted",
      failureClasses: [],
      changed: false,
      leaseProjection: { ...projection },
    });
  });

  test("names the class and the diagnostic of a refusal", () => {
    const outcome = { ok: false, failure: { code: "lease_missing", message: "issue has no lease: bd-2" } } as const;
    const answer = leaseEnvelope(sha256, "issue.lease_renew", { outcome, issuesPath: PATH, now: NOW });
    expect(answer).toStrictEqual({
      ...common("issue.lease_renew"),
      result: "rejected",
      failureClasses: ["lease_missing"],
      diagnostic: "issue has no lease: bd-2",
    });
  });
});

describe("fibers and routes keep nothing (contract memory 2.1)", () => {
  test("a spawned fiber has an id made of task and parent unless it is given one", () => {
    const answer = statelessEnvelope(sha256, "fiber.spawn", { taskRef: " task/1 ", parentFiberId: " " }, utf8);
    const again = statelessEnvelope(sha256, "fiber.spawn", { taskRef: "task/1", fiberId: null }, utf8);
    const child = statelessEnvelope(sha256, "fiber.spawn", { taskRef: "task/1", parentFiberId: "p" }, utf8);
    const digest = sha256("transport.issue_lease.v1\0fiber.spawn\0task/1\0\0");
    const witness = sha256(`transport.issue_lease.v1\0fiber.spawn\0fib1_${digest.slice(0, 16)}\0`);
    expect(answer).toMatchObject({
      result: "accepted",
      failureClasses: [],
      fiberId: `fib1_${digest.slice(0, 16)}`,
      taskRef: "task/1",
      parentFiberId: null,
      scopeRef: null,
      fiberWitnessRef: `fiber://dispatch/fiber.spawn/fib1_${digest.slice(0, 16)}/ts1_${witness}`,
      worldBinding: { worldId: "world.fiber.v1", routeFamilyId: "route.fiber.lifecycle" },
    });
    expect(again).toStrictEqual(answer);
    expect(child["fiberId"]).not.toBe(answer["fiberId"]);
  });

  test("a join names what it joins, a cancel why", () => {
    const join = statelessEnvelope(
      sha256,
      "fiber.join",
      { fiberId: " F! ", joinSet: [" a ", "", "b"], resultRef: "r" },
      utf8,
    );
    expect(join).toMatchObject({ result: "accepted", fiberId: "F!", joinSet: ["a", "b"], resultRef: "r" });
    expect(join["fiberWitnessRef"]).toMatch(/^fiber:\/\/dispatch\/fiber\.join\/f\/ts1_[0-9a-f]{64}$/);
    const cancel = statelessEnvelope(sha256, "fiber.cancel", { fiberId: "!", reason: " " }, utf8);
    expect(cancel).toMatchObject({ result: "accepted", fiberId: "!", reason: null });
    expect(cancel["fiberWitnessRef"]).toMatch(/^fiber:\/\/dispatch\/fiber\.cancel\/fiber\/ts1_/);
  });

  test.each<["fiber.spawn" | "fiber.join" | "fiber.cancel", Json, string, string]>([
    ["fiber.spawn", { taskRef: " " }, "fiber_missing_field", "fiber.spawn requires taskRef"],
    ["fiber.join", { fiberId: "", joinSet: ["a"] }, "fiber_missing_field", "fiber.join requires fiberId"],
    ["fiber.join", { fiberId: "f", joinSet: [" "] }, "fiber_missing_field", "fiber.join requires non-empty joinSet"],
    ["fiber.cancel", { fiberId: " " }, "fiber_missing_field", "fiber.cancel requires fiberId"],
    ["fiber.spawn", {}, "fiber_invalid_payload", "invalid fiber.spawn payload: missing field `taskRef`"],
    [
      "fiber.join",
      { fiberId: "f", joinSet: "a" },
      "fiber_invalid_payload",
      'invalid fiber.join payload: invalid type: string "a", expected a sequence',
    ],
    ["fiber.cancel", {}, "fiber_invalid_payload", "invalid fiber.cancel payload: missing field `fiberId`"],
  ])("%s of %j is refused", (action, payload, failureClass, diagnostic) => {
    expect(statelessEnvelope(sha256, action, payload, utf8)).toStrictEqual(
      rejectedPayload(sha256, action, failureClass, diagnostic),
    );
  });

  test("a route is bound for a known action under either name, and for no other", () => {
    const bound = statelessEnvelope(sha256, "world.route_binding", { action: "fiber.join" }, utf8);
    expect(bound).toMatchObject({
      result: "accepted",
      action: "world.route_binding",
      operationAction: "fiber.join",
      binding: worldBinding("fiber.join"),
    });
    const unbound = statelessEnvelope(sha256, "world.route_binding", { operationAction: "x" }, utf8);
    expect(unbound).toMatchObject({
      result: "rejected",
      failureClasses: ["lease_unknown_action"],
      operationAction: "x",
    });
    const empty = statelessEnvelope(sha256, "world.route_binding", {}, utf8);
    const diagnostic = "invalid world binding payload: missing field `operationAction`";
    expect(empty).toStrictEqual(rejectedPayload(sha256, "world.route_binding", "lease_invalid_payload", diagnostic));
  });
});

test("a fencing token that cannot be read is refused: whoever gives one relies on it", () => {
  for (const token of ["2", true, null, 1.5])
    expect(leaseMutation("issue.lease_release", { id: "x", token }, utf8).ok).toBe(token === null);
});
