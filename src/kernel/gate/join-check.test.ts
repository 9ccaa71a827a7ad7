import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { altered, closedFile, found, hex, reportOn, type TurnDraft } from "../../../conformance/altered-turn.ts";
import { CLOSED_TURN, judge } from "../../../conformance/closed-turn.ts";
import { normalizeEvidence } from "../evidence/normalize.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";
import { FAIL_CLASSES, FULL_CLASSES, REFERENCE_CLASSES } from "./classes.ts";
import { checkClass, fullVerdict, judgeFull, judgeJoin } from "./join-check.ts";
import { MUTATION_CLASSES } from "./mutation-check.ts";
import { InvariantError } from "./verdict.ts";

/** The closed turn under every constraint there is, all of them met. */
const GUARDED: JoinCheckInput = {
  evidence: CLOSED_TURN,
  governanceProfile: {
    claimId: "profile.doctrine_inf_governance.v0",
    claimed: true,
    policyProvenance: { pinned: true, packageRef: "team-policy@2", expectedDigest: "p", boundDigest: "p" },
  },
  protocolConstraints: { parallelTransportOrderValid: true },
  handoffConstraints: {
    requiredArtifactRefs: ["file://plan.md"],
    allowedTargets: ["tester"],
    requireReturnPath: true,
  },
  truncationConstraints: { required: true, valid: true },
  decompositionConstraints: {
    admissible: true,
    expectedExecutionPattern: "chain",
    expectedPolicyDigest: "policy:decomposition@1",
  },
};

function skippedIn(input: JoinCheckInput): Readonly<Record<string, string>> {
  const rows = judge(input).checks.filter((row) => row.outcome === "skipped");
  return Object.fromEntries(rows.map((row) => [row.class, row.why]));
}

test("a bug under the gate is thrown, never taken for evidence that cannot be judged", () => {
  const input = closedFile();
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) throw new Error(normalization.reason);
  const broken = (): never => {
    throw new InvariantError("no hash today");
  };
  expect(() => judgeFull({ input, tusk: input.evidence.tusk ?? null, normalization }, broken)).toThrow(
    new InvariantError("no hash today"),
  );
});

/** Takes the rows about a call out of both halves of the evidence. */
function without(id: string, ...surfaces: readonly ("requests" | "use" | "render")[]): (turn: TurnDraft) => void {
  const other = (row: { readonly toolCallId: string }): boolean => row.toolCallId !== id;
  return ({ tusk, wire }) => {
    if (surfaces.includes("requests")) {
      tusk.requests = tusk.requests.filter(other);
      wire.toolRequests = wire.toolRequests.filter(other);
    }
    if (surfaces.includes("use")) {
      tusk.use = tusk.use.filter(other);
      wire.toolUse = wire.toolUse.filter(other);
    }
    if (surfaces.includes("render")) wire.toolRender = wire.toolRender.filter(other);
  };
}

describe("what is missing trips its own class, and no other rule breaks on it", () => {
  test.each<[string, (turn: TurnDraft) => void]>([
    ["the request of a command that ran", without("tc-3", "requests")],
    [
      "the use of an interrupted call",
      (turn) => {
        turn.call("tc-3").ran.outcome = "interrupted";
        without("tc-3", "use")(turn);
      },
    ],
    [
      "the call that a guardrail refused",
      ({ tusk }) => {
        Object.assign(found(tusk.guards[0]), { decision: "trigger", scope: "nobody" });
      },
    ],
    [
      "the rendering of a result that was cut",
      (turn) => {
        const { marker } = turn.spec.truncationPolicy;
        const { ran } = turn.call("tc-1");
        const cut = {
          sha256: hex("9"),
          totalBytes: ran.payloadBytes,
          headBytes: 1,
          tailBytes: 0,
          markerBytes: marker.length,
        };
        Object.assign(ran, { truncation: cut, shownBytes: 1 + marker.length });
        without("tc-1", "render")(turn);
      },
    ],
    [
      "the rendering of a result that is not kept",
      (turn) => {
        turn.spec.governance.observability = { mode: "disabled", processors: [] };
        delete turn.call("tc-1").result.payload;
        without("tc-1", "render")(turn);
      },
    ],
  ])("%s", (_what, change) => {
    const { accepted, checks } = reportOn(altered(change));
    expect(accepted).toBe(false);
    expect(JSON.stringify(checks)).not.toContain("could not be evaluated");
  });
});

describe("judgeJoin (K07, K13)", () => {
  test("accepts a closed turn under every constraint, and holds all 18 rules", () => {
    const report = judge(GUARDED);
    expect(report).toMatchObject({ profile: "reference", accepted: true, failureClasses: [] });
    expect(report.checks.filter((row) => row.outcome === "held").map((row) => row.class)).toEqual([
      ...REFERENCE_CLASSES,
    ]);
  });

  test("lists every class of the taxonomy once, in report order, the 24 others as skipped with the reason", () => {
    const { checks } = judge(GUARDED);
    expect(checks.map((row) => row.class)).toEqual([...REFERENCE_CLASSES, ...FULL_CLASSES]);
    expect(checks.slice(REFERENCE_CLASSES.length)).toEqual(
      FULL_CLASSES.map((name) => ({ class: name, outcome: "skipped", why: "evidence.tusk is absent" })),
    );
  });

  test("says of each rule that is not due what it waits for", () => {
    const { callSpec } = CLOSED_TURN;
    const bare = { evidence: { callSpec, protocolState: { stopReason: "end_turn" } } };
    const reference = Object.entries(skippedIn(bare)).slice(0, -FULL_CLASSES.length);
    expect(Object.fromEntries(reference)).toEqual({
      "tool.response_truncation_policy_violation": "truncationConstraints.required is not set",
      "protocol.parallel_transport_order_invalid": "protocolConstraints.parallelTransportOrderValid is absent",
      "context.queue_policy_violation": "the turn does not continue and no result was consumed",
      "context.injection_point_missing": "the turn does not continue and no result was consumed",
      "coordination.decomposition_policy_violation": "decompositionConstraints is absent",
      "governance.claim_id_invalid": "governanceProfile.claimId is absent",
      "governance.policy_package_unpinned": "governance is not claimed",
      "governance.policy_package_mismatch": "governance is not claimed",
      "handoff.required_artifact_missing": "handoffConstraints.requiredArtifactRefs is absent or empty",
      "handoff.target_not_allowed": "handoffConstraints.allowedTargets is absent or empty",
      "handoff.return_path_missing": "handoffConstraints.requireReturnPath is not set",
    });
  });

  test("reports every class that tripped, sorted by code point, and hides none behind another", () => {
    const report = judge({
      ...GUARDED,
      evidence: {
        ...CLOSED_TURN,
        toolResults: [{ toolCallId: "read-1", status: "error" }],
        protocolState: { stopReason: "refusal", continuationAllowed: true },
        handoff: null,
      },
    });
    expect(report.accepted).toBe(false);
    expect(report.failureClasses).toEqual([
      "handoff.required_artifact_missing",
      "handoff.return_path_missing",
      "handoff.target_not_allowed",
      "protocol.stop_reason_unhandled",
      "tool.join_incomplete",
      "tool.result_missing",
      "tool.schema_invalid",
      "tool.use_without_result",
    ]);
  });

  test("judges in the full profile as soon as evidence.tusk says anything; what does not fit its form is no verdict", () => {
    for (const tusk of [{ schema: 1 }, {}, [], "", 0, false] satisfies Json[]) {
      const judgement = judgeJoin({ evidence: { ...CLOSED_TURN, tusk } }, sha256);
      expect(judgement).toEqual({ ok: false, reason: expect.stringMatching(/^evidence\.tusk/) });
    }
  });

  test("takes evidence.tusk null for absent", () => {
    expect(judge({ evidence: { ...CLOSED_TURN, tusk: null } })).toEqual(judge({ evidence: CLOSED_TURN }));
  });

  test("gives no verdict on evidence that cannot be normalised (contract 1.2)", () => {
    expect(judgeJoin({ evidence: { ...CLOSED_TURN, protocolState: { stopReason: " " } } }, sha256)).toEqual({
      ok: false,
      reason: "protocolState.stopReason must be non-empty",
    });
  });

  test("takes constraints that are null for absent", () => {
    const nothing = {
      evidence: CLOSED_TURN,
      governanceProfile: null,
      protocolConstraints: null,
      handoffConstraints: null,
      truncationConstraints: null,
      decompositionConstraints: null,
    };
    expect(judge(nothing).checks).toEqual(judge({ evidence: CLOSED_TURN }).checks);
  });

  test("does not change what it was given", () => {
    const given = structuredClone(GUARDED);
    judge(given);
    expect(given).toEqual(GUARDED);
  });
});

describe("judgeJoin in the full profile (K07, K10)", () => {
  test("lists every class once, in report order, held or not due, and binds the evidence", () => {
    const { accepted, answer, checks, evidenceDigest, failureClasses, profile } = reportOn(closedFile());
    expect({ accepted, answer, failureClasses, profile }).toEqual({
      accepted: true,
      answer: undefined,
      failureClasses: [],
      profile: "full",
    });
    expect(evidenceDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(checks.map((row) => row.class)).toEqual([...REFERENCE_CLASSES, ...FULL_CLASSES]);
    expect(
      Object.fromEntries(checks.map((row) => [row.class, row.outcome === "not_due" ? row.why : row.outcome])),
    ).toEqual({
      ...Object.fromEntries(FAIL_CLASSES.map((failClass) => [failClass, "held"])),
      "governance.claim_id_invalid": "governanceProfile.claimId is absent",
      "handoff.required_artifact_missing": "the turn resumes from no handoff",
      "handoff.target_not_allowed": "nothing is handed over",
      "handoff.return_path_missing": "nothing is handed over",
      "runtime.compaction_state_invalid": "the context was not compacted",
      ...Object.fromEntries(MUTATION_CLASSES.map((failClass) => [failClass, "it is judged with a mutation"])),
    });
  });

  test.each<["continue" | "stop", (turn: TurnDraft) => void]>([
    ["continue", ({ call }) => void (call("tc-1").asked.args = {})],
    ["stop", ({ call }) => void (call("tc-1").ran.reads = ["/etc/passwd"])],
    [
      "stop",
      ({ call }) => {
        call("tc-1").asked.args = {};
        call("tc-1").ran.reads = ["/etc/passwd"];
      },
    ],
  ])("answers %s: stop as soon as one class says so (DESIGN 17)", (answer, change) => {
    expect(reportOn(altered(change))).toMatchObject({ accepted: false, answer });
  });

  test("reports every class that tripped, sorted by code point", () => {
    const file = altered(({ call, wire }) => {
      call("tc-1").asked.args = {};
      call("tc-1").ran.reads = ["/etc/passwd"];
      wire.protocolState.stopReason = "refusal";
    });
    expect(reportOn(file).failureClasses).toEqual([
      "context.scope_violation",
      "protocol.stop_reason_unhandled",
      "tool.schema_invalid",
    ]);
  });

  test("does not change what it was given", () => {
    const given = structuredClone(closedFile());
    reportOn(given);
    expect(given).toEqual(closedFile());
  });
});

describe("checkClass", () => {
  test("a class all of whose rules look at stages that are not there yet is not due", () => {
    expect(checkClass("tool.result_missing", {}, false)).toEqual({
      class: "tool.result_missing",
      outcome: "not_due",
      why: "it is judged with a mutation",
    });
  });
});

describe("fullVerdict", () => {
  const held = { class: "tool.result_missing", outcome: "held" } as const;
  const idle = { class: "tool.use_missing", outcome: "not_due", why: "nothing ran" } as const;
  const withheld = { class: "tool.use_unknown_result", outcome: "withheld", findings: [] } as const;
  const tripped = (answer: "continue" | "stop") =>
    ({ class: "tool.schema_invalid", outcome: "tripped", findings: [], answer }) as const;

  test("accepts only when every class held or was not due", () => {
    expect(fullVerdict([held, idle])).toEqual({ accepted: true, failureClasses: [] });
    expect(fullVerdict([held, withheld])).toEqual({ accepted: false, failureClasses: [] });
    expect(fullVerdict([held, { class: "tool.use_missing", outcome: "skipped", why: "x" }])).toEqual({
      accepted: false,
      failureClasses: [],
    });
    expect(fullVerdict([withheld, tripped("continue")])).toEqual({
      accepted: false,
      failureClasses: ["tool.schema_invalid"],
      answer: "continue",
    });
    expect(fullVerdict([tripped("continue"), { ...tripped("stop"), class: "tool.result_missing" }])).toEqual({
      accepted: false,
      failureClasses: ["tool.result_missing", "tool.schema_invalid"],
      answer: "stop",
    });
  });
});
