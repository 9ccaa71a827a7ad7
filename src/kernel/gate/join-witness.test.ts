import { describe, expect, test } from "vitest";
import { altered, closedFile, reportOn } from "../../../conformance/altered-turn.ts";
import { CLOSED_TURN, judge } from "../../../conformance/closed-turn.ts";
import { byCodePoint } from "../digest/order.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { type JoinCheckPayload, joinCheckPayload } from "./join-witness.ts";

/** A turn in which every list of the payload has something in it. */
const OPEN: JoinCheckInput = {
  evidence: {
    ...CLOSED_TURN,
    toolRequests: ["a", "b"].map((toolCallId) => ({ ...CLOSED_TURN.toolRequests[0], toolCallId })),
    toolResults: [
      { toolCallId: "b", status: "error", rawError: {}, resultDigest: "result:b" },
      { toolCallId: "c", payload: 1 },
    ],
    toolUse: ["c", "d"].map((toolCallId) => ({ ...CLOSED_TURN.toolUse[0], toolCallId })),
    toolRender: [{ ...CLOSED_TURN.toolRender[0], toolCallId: "b" }],
  },
  truncationConstraints: { required: true },
};

function payloadOf(input: JoinCheckInput, checks = false): JoinCheckPayload {
  return joinCheckPayload(judge(input), { checks });
}

/** The paths of all objects in a value whose keys are not in code-point order. */
function unsorted(value: unknown, path = "$"): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value);
  const own = Array.isArray(value) || keys.every((key, at) => at === 0 || byCodePoint(keys[at - 1] ?? "", key) < 0);
  const below = Object.entries(value).flatMap(([key, entry]) => unsorted(entry, `${path}.${key}`));
  return own ? below : [path, ...below];
}

describe("joinCheckPayload (contract 1.5)", () => {
  test.each<[string, JoinCheckInput]>([
    ["a closed turn", { evidence: CLOSED_TURN }],
    ["a turn with everything open", OPEN],
    [
      "a turn without calls",
      { evidence: { callSpec: CLOSED_TURN.callSpec, protocolState: { stopReason: "end_turn" } } },
    ],
  ])("has its keys in code-point order at every level for %s (contract 0.2)", (_what, input) => {
    for (const checks of [false, true]) {
      const printed: unknown = JSON.parse(JSON.stringify(payloadOf(input, checks)));
      expect(unsorted(printed)).toEqual([]);
    }
  });

  test("says accepted in the top-level joinClosed, and whether the join is closed in the witness", () => {
    const refused = payloadOf({ evidence: { ...CLOSED_TURN, protocolState: { stopReason: "refusal" } } });
    expect(refused).toMatchObject({
      action: "harness-join-check",
      result: "rejected",
      joinClosed: false,
      failureClasses: ["protocol.stop_reason_unhandled"],
      witness: { joinInput: { joinClosed: true }, mutationInput: { joinClosed: true } },
    });
    expect(payloadOf({ evidence: CLOSED_TURN })).toMatchObject({ result: "accepted", joinClosed: true });
  });

  test("has checks only when they are asked for", () => {
    expect(JSON.stringify(payloadOf({ evidence: CLOSED_TURN }))).not.toContain('"checks"');
    const { checks } = judge(OPEN);
    expect(payloadOf(OPEN, true).checks).toEqual({ profile: "reference", rules: checks });
  });

  test("has a mutation only when one was judged, its rules laid out like the others", () => {
    const report = judge({ evidence: CLOSED_TURN });
    const finding = { subject: "s", path: "p", note: "n" };
    const mutation = {
      failureClasses: ["mutation.capability_claim_missing"],
      checks: [
        { outcome: "tripped", findings: [finding], class: "mutation.capability_claim_missing", answer: "stop" },
        { outcome: "held", class: "mutation.policy_digest_mismatch" },
      ],
      accepted: false,
    } as const;
    const payload = joinCheckPayload(report, { checks: false, mutation });
    expect(payload.mutation).toEqual(mutation);
    expect(unsorted(payload.mutation?.checks[0])).toEqual([]);
    expect(joinCheckPayload(report, { checks: false }).mutation).toBeUndefined();
  });

  test("witnesses the join: every digest but the call's, the bound policies, and what is open", () => {
    const { normalized, witness } = payloadOf(OPEN);
    const { callSpecDigest: _callSpecDigest, ...digests } = normalized.digests;
    expect(witness).toMatchObject({
      schema: 1,
      witnessKind: "premath.harness.join_check.v1",
      digests: normalized.digests,
    });
    expect(witness.joinInput).toEqual({
      ...digests,
      reminderQueuePolicyDigest: "policy:reminders@7",
      toolRenderProtocolDigest: "policy:render@3",
      stateViewPolicyDigest: "policy:views@5",
      decompositionPolicyDigest: "policy:decomposition@1",
      missingResultCallIds: ["a"],
      orphanResultCallIds: ["c"],
      missingUseCallIds: ["b"],
      unknownUseCallIds: ["d"],
      missingRenderCallIds: ["c"],
      queueReductionPresent: true,
      stateViewPresent: true,
      renderPolicyValid: true,
      queuePolicyValid: true,
      stateViewPolicyValid: true,
      continuationContextReady: false,
      joinClosed: false,
    });
  });

  test("witnesses what a mutation would need: policies, context, refs, and what is open", () => {
    expect(payloadOf(OPEN).witness.mutationInput).toEqual({
      joinClosed: false,
      continuationAllowed: true,
      continuationContextReady: false,
      queueReductionPresent: true,
      stateViewPresent: true,
      renderPolicyValid: true,
      queuePolicyValid: true,
      stateViewPolicyValid: true,
      missingRenderCallIds: ["c"],
      mutationPolicyDigest: "policy:mutation@4",
      governancePolicyDigest: "policy:governance@2",
      normalizerId: "tusk.normalize.v1",
      sessionRefs: ["session://main"],
      trajectoryRefs: ["trajectory://main/4"],
      missingResultCallIds: ["a"],
      orphanResultCallIds: ["c"],
      missingUseCallIds: ["b"],
      unknownUseCallIds: ["d"],
    });
  });

  test("leaves out every list that is empty (contract 1.5)", () => {
    const printed = JSON.stringify(payloadOf({ evidence: { ...CLOSED_TURN, sessionRefs: [], handoff: null } }).witness);
    for (const key of [
      "missingResultCallIds",
      "missingRenderCallIds",
      "unknownUseCallIds",
      "sessionRefs",
      "handoffDigest",
    ])
      expect(printed).not.toContain(key);
  });
});

describe("the witness of a full join (CONTRACT-EVIDENCE)", () => {
  test("binds the evidence digest and lists how each class ended", () => {
    const file = closedFile();
    const { checks, evidenceDigest } = reportOn(file);
    expect(payloadOf(file).witness.tusk).toEqual({ profile: "full", evidenceDigest, checks });
  });

  test("has none in the reference profile", () => {
    expect(payloadOf({ evidence: CLOSED_TURN }).witness.tusk).toBeUndefined();
    expect(JSON.stringify(payloadOf({ evidence: CLOSED_TURN }))).not.toContain('"tusk"');
  });

  test("names what tripped with answer, place and note, and what was withheld without the word unproven", () => {
    const tripped = altered(({ call }) => {
      call("tc-1").ran.reads = ["/etc/passwd"];
    });
    expect(payloadOf(tripped, true)).toMatchObject({ checks: { profile: "full" }, result: "rejected" });
    expect(payloadOf(tripped).witness.tusk?.checks.filter((row) => row.outcome === "tripped")).toEqual([
      {
        answer: "stop",
        class: "context.scope_violation",
        findings: [
          {
            note: "/etc/passwd is outside the role's scope",
            path: "evidence.tusk.results[0].reads[0]",
            subject: "tc-1",
          },
        ],
        outcome: "tripped",
      },
    ]);
    const withheld = altered(({ spec, tusk }) => {
      spec.governance.observability = { mode: "disabled", processors: [] };
      tusk.values = {};
    });
    const row = payloadOf(withheld).witness.tusk?.checks.find((check) => check.outcome === "withheld");
    expect(row?.outcome === "withheld" ? Object.keys(row) : []).toEqual(["class", "findings", "outcome"]);
    expect(JSON.stringify(row)).not.toContain("unproven");
  });

  test.each<[string, JoinCheckInput]>([
    ["an accepted turn", closedFile()],
    ["a turn that tripped", altered(({ call }) => void (call("tc-1").asked.args = {}))],
  ])("has its keys in code-point order at every level for %s (contract 0.2)", (_what, input) => {
    const printed: unknown = JSON.parse(JSON.stringify(payloadOf(input, true)));
    expect(unsorted(printed)).toEqual([]);
  });
});
